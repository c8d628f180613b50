import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The page of the folder, with the places that the server looks for. */
export const BUILD_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>Oriel</title>
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'" />
    <script defer src="assets/client.0123.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

/** Text of the one script, long enough to be worth compressing. */
export const BUILD_SCRIPT = `// ${'the client '.repeat(200)}\n`;

/**
 * A folder as a build leaves it, in the system's temporary place. `remove` takes it away.
 * @param isPacked as it is in a package, without compressed forms. Default: with them
 */
export function buildFolder(isPacked = false): { dist: string; remove: () => void } {
  const dist = mkdtempSync(path.join(tmpdir(), 'oriel-dist-'));
  mkdirSync(path.join(dist, 'assets'));
  const write = (name: string, content: string): void => {
    writeFileSync(path.join(dist, name), content);
    if (isPacked) return;
    writeFileSync(path.join(dist, `${name}.gz`), gzipSync(content));
    writeFileSync(path.join(dist, `${name}.br`), brotliCompressSync(content));
  };
  write('index.html', BUILD_PAGE);
  write('404.html', BUILD_PAGE);
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('assets/client.0123.js', BUILD_SCRIPT);
  writeFileSync(path.join(dist, 'config.json'), '{"name":"the file"}');
  writeFileSync(path.join(dist, '_headers'), '/*');
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) };
}
