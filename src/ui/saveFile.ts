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

/** Maximum length of a file's name, and of an extension in it. */
const LONGEST_NAME = 120;
const LONGEST_EXTENSION = 12;

/** A name that is valid in every file system. A long name is cut before its extension, which is Oriel's; the rest can be a server's. */
export function fileName(name: string): string {
  const safe = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced on purpose
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '-')
    .replace(/^[.\s-]+|[.\s]+$/g, '');
  const dot = safe.lastIndexOf('.');
  const extension = dot > 0 && safe.length - dot <= LONGEST_EXTENSION ? safe.slice(dot) : '';
  const stem = safe.slice(0, safe.length - extension.length).slice(0, LONGEST_NAME - extension.length);
  // The cut may have left half of a character.
  return stem === '' ? 'file' : stem.replace(/[\ud800-\udbff]$/, '') + extension;
}
