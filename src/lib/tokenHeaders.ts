/**
 * Headers that hold the token in a form of the server's own: `X-Parse-Session-Token: {token}` is sent beside the bearer,
 * `Authorization: JWT {token}` in place of it. They are sent only when there is a token.
 */
const PLACEHOLDER = '{token}';

/** Splits the headers of a connection into those that are always the same and those that hold `{token}`. */
export function splitHeaders(headers: Record<string, string>): {
  fixed: Record<string, string>;
  withToken: Record<string, string>;
} {
  const entries = Object.entries(headers);
  return {
    fixed: Object.fromEntries(entries.filter(([, value]) => !value.includes(PLACEHOLDER))),
    withToken: Object.fromEntries(entries.filter(([, value]) => value.includes(PLACEHOLDER))),
  };
}

/** The headers with the token in place of `{token}`; none when the token is ''. */
export function fillHeaders(withToken: Record<string, string>, token: string): Record<string, string> {
  if (token === '') return {};
  return Object.fromEntries(Object.entries(withToken).map(([name, value]) => [name, value.replaceAll(PLACEHOLDER, () => token)]));
}
