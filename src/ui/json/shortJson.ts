/** Truncated JSON. The rest is never built, so a value of several megabytes costs no more than the shown part. */

/** The first `limit` characters of the value's JSON, followed by '…' if truncated. */
export function shortJson(value: unknown, limit: number): string {
  let left = limit;
  const parts: string[] = [];
  const add = (part: string): void => {
    parts.push(part);
    left -= part.length;
  };
  const write = (inner: unknown): void => {
    if (left <= 0) return;
    if (typeof inner === 'string') add(quoted(inner, left));
    else if (typeof inner !== 'object' || inner === null) add(JSON.stringify(inner) ?? 'null');
    else if (Array.isArray(inner)) {
      add('[');
      for (let at = 0; at < inner.length && left > 0; at++) {
        if (at > 0) add(',');
        write(inner[at]);
      }
      add(']');
    } else {
      add('{');
      let first = true;
      for (const key in inner) {
        if (left <= 0) break;
        if (!Object.hasOwn(inner, key)) continue;
        add(`${first ? '' : ','}${quoted(key, left)}:`);
        first = false;
        write((inner as Record<string, unknown>)[key]);
      }
      add('}');
    }
  };
  write(value);
  const text = parts.join('');
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** Quotes a string. One that is too long is cut one character behind the limit, so that `shortJson` truncates the result. */
function quoted(text: string, left: number): string {
  return JSON.stringify(text.length > left ? text.slice(0, left + 1) : text);
}
