/** Whether a pasted text may be a request as other tools copy it; decided at once, before its reader (readPasted.ts) is loaded. */

/** The beginning of a command, behind a prompt or not. */
export const CURL = /^\s*(?:(\$|>|PS>)\s*)?curl(\.exe)?\s/i;

/** True for a cURL command and for JSON that may be an entry of a HAR file. */
export function looksCopied(text: string): boolean {
  return CURL.test(text) || (text.trimStart().startsWith('{') && /"(?:postData|queryString)"/.test(text));
}
