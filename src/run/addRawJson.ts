/**
 * Adds `JSON.rawJSON` to Node 20, which lacks it, so that `oriel run` sends integers beyond ±2^53 like the page: as the digits of the file
 * (session/operations/parseExactJson.ts). A raw value is a string with an unpredictable mark, which `JSON.stringify` takes away again.
 */

/** What is missing on older platforms (https://tc39.es/proposal-json-parse-with-source). */
type Json = typeof JSON & { rawJSON?: (digits: unknown) => unknown };

/** Changes nothing if the platform has it. */
export function addRawJson(json: Json, mark: string): void {
  if (json.rawJSON) return;
  const { stringify } = json;
  json.rawJSON = digits => `${mark}${digits}`;
  json.stringify = (...values: unknown[]) => {
    // For a function or undefined, the result is undefined.
    const text = Reflect.apply(stringify, json, values) as string | undefined;
    return (text?.includes(mark) ? withoutMarks(text, mark) : text) as string;
  };
}

function withoutMarks(text: string, mark: string): string {
  const [before, ...parts] = text.split(`"${mark}`);
  return before + parts.map(part => (/^-?\d+"/.test(part) ? part.replace('"', '') : `"${mark}${part}`)).join('');
}
