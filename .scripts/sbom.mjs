/** `npm run sbom`: writes the packages of an installed Oriel to .build/sbom.json, in CycloneDX format. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build.mjs';

// Development packages are included, because the bundles contain code from them.
const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const bom = JSON.parse(text);
// npm names the application by its folder.
bom.metadata.component.name = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).name;
const target = path.join(root, '.build/sbom.json');
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, JSON.stringify(bom, null, 2));
process.stdout.write(`${bom.components.length} packages in ${path.relative(root, target)}\n`);
