/** Collects the files that a page saves. jsdom does not download files, so clicks on download links are intercepted. */

/** A saved file. */
export interface SavedFile {
  name: string;
  text: Promise<string>;
}

/** Returns the list of files saved in the current test. Call it once per test file. */
export function savedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  beforeEach(() => {
    saved.length = 0;
    let blob: Blob = new Blob();
    URL.createObjectURL = made => {
      blob = made as Blob;
      return 'blob:test';
    };
    URL.revokeObjectURL = () => {};
    HTMLAnchorElement.prototype.click = function click() {
      saved.push({ name: this.download, text: blob.text() });
    };
  });
  return saved;
}
