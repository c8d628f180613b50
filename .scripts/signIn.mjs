/** `npm run sign-in`: builds if needed and runs tests/signIn/run.ts for SIGN_IN_SECONDS (default 600). */
import { spawnSync } from 'node:child_process';
import { buildIfChanged, root } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

await buildIfChanged();
const { status } = spawnSync(
  process.execPath,
  ['--import', './tests/support/servers/typescriptHooks.mjs', '--no-warnings', 'tests/signIn/run.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: ensureChromium() } },
);
process.exitCode = status ?? 1;
