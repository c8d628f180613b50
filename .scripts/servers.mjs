/** `npm run servers`: builds if needed and runs tests/servers/run.ts, which installs real GraphQL servers at its first run. */
import { spawnSync } from 'node:child_process';
import { buildIfChanged, root } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

await buildIfChanged();
const { status } = spawnSync(
  process.execPath,
  ['--import', './tests/support/servers/typescriptHooks.mjs', '--no-warnings', 'tests/servers/run.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: ensureChromium() } },
);
process.exitCode = status ?? 1;
