/** `npm run soak`: builds if needed and runs tests/soak/run.ts for SOAK_MINUTES (default 20). */
import { spawnSync } from 'node:child_process';
import { buildIfChanged, root } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

await buildIfChanged();
const { status } = spawnSync(
  process.execPath,
  ['--import', './tests/support/servers/typescriptHooks.mjs', '--no-warnings', 'tests/soak/run.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: ensureChromium() } },
);
process.exitCode = status ?? 1;
