/** Starts `oriel run` (runCommand.ts); a bundle of its own, as it brings its packages along. */
import { runCommand } from './runCommand';

process.exitCode = await runCommand({
  args: process.argv.slice(3),
  env: process.env,
  out: text => process.stdout.write(text),
  error: text => process.stderr.write(text),
  // Node 20 has none of its own.
  WebSocket: globalThis.WebSocket ?? ((await import('undici')).WebSocket as unknown as typeof WebSocket),
});
