/** Gives the person a file that was made in the page. */

/** How long the file's address is kept after the download began, in ms: some browsers read it later. */
const KEEP_MS = 60_000;

/** Saves `parts` under a name; characters that file systems refuse are replaced. */
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

/** A name every file system takes. */
export function fileName(name: string): string {
  const safe = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '-')
    .replace(/^[.\s-]+|[.\s]+$/g, '')
    .slice(0, 120);
  return safe === '' ? 'file' : safe;
}
