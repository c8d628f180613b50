import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes a file that is removed after the tests of the file, and returns its path. `setInputFiles` passes a path to the browser; the bytes of
 * a large file in their place would take a busy machine longer than Playwright waits.
 */
export function temporaryFile(name: string, content: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-file-'));
  folders.push(folder);
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
