/** Entry point of `oriel run` (runCommand.ts). It is a separate bundle that includes its packages. */
import { randomUUID } from 'node:crypto';
import { addRawJson } from './addRawJson';
import { runCommand } from './runCommand';

addRawJson(JSON, randomUUID());
process.exitCode = await runCommand({
  args: process.argv.slice(3),
  env: process.env,
  out: text => process.stdout.write(text),
  error: text => process.stderr.write(text),
  // Node 20 has no global WebSocket.
  WebSocket: globalThis.WebSocket ?? ((await import('undici')).WebSocket as unknown as typeof WebSocket),
});
