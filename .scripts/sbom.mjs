/** `npm run sbom`: writes the packages of an installed Oriel to .build/sbom.json, in CycloneDX format. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build.mjs';

// Development packages are included, because the bundles contain code from them.
const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const target = path.join(root, '.build/sbom.json');
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, text);
process.stdout.write(`${JSON.parse(text).components.length} packages in ${path.relative(root, target)}\n`);
