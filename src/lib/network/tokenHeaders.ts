/**
 * Headers with the token in a custom form: `X-Parse-Session-Token: {token}` is sent in addition to the bearer header, `Authorization: JWT
 * {token}` instead of it. They are only sent if there is a token.
 */
const PLACEHOLDER = '{token}';

/** Splits a connection's headers into those with a fixed value and those that contain `{token}`. */
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

/** The headers with `{token}` replaced by the token; none if the token is ''. */
export function fillHeaders(withToken: Record<string, string>, token: string): Record<string, string> {
  if (token === '') return {};
  return Object.fromEntries(Object.entries(withToken).map(([name, value]) => [name, value.replaceAll(PLACEHOLDER, () => token)]));
}
