/** Decides synchronously whether a pasted text can be a request in a format of other tools, before its parser (readPasted.ts) is loaded. */

/** The start of a cURL command, with or without a prompt. */
export const CURL = /^\s*(?:(\$|>|PS>)\s*)?curl(\.exe)?\s/i;

/** Returns true for a cURL command and for JSON that can be a HAR entry. */
export function looksCopied(text: string): boolean {
  return CURL.test(text) || (text.trimStart().startsWith('{') && /"(?:postData|queryString)"/.test(text));
}
