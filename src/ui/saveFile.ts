/** Downloads a file that was created in the page. */

/** Delay before the object URL is revoked, in ms: some browsers read it after the click. */
const KEEP_MS = 60_000;

/** Saves `parts` under a name; replaces characters that file systems do not allow. */
export function saveFile(name: string, type: string, parts: readonly BlobPart[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(name);
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}

/** A name that is valid in every file system. */
export function fileName(name: string): string {
  const safe = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced on purpose
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '-')
    .replace(/^[.\s-]+|[.\s]+$/g, '')
    .slice(0, 120);
  return safe === '' ? 'file' : safe;
}
