/** Starts Oriel as `npm start` does, and a Chromium. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright-core';

/** Starts the built server in its own process with a data folder (':memory:' or a path). `more` are further environment variables. */
export async function startOriel(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ url: string /** Ends the process; resolves after it has exited. */; stop(): Promise<void> }> {
  const env = { ...process.env, PORT: '0', ORIEL_DATA_DIR: dataDir, ORIEL_LOG_LEVEL: 'silent', ...more };
  const child = spawn(process.execPath, [path.resolve('.build/server/main.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    // Reads all output: the server would fail at its next write to a closed pipe.
    createInterface({ input: child.stdout }).on('line', line => {
      const found = /^Oriel is at (\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error('Oriel did not start')));
  });
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return {
    url,
    stop() {
      child.kill('SIGTERM');
      return gone;
    },
  };
}

/** A Chromium without background work of its own. */
export async function launchChromium(): Promise<Browser> {
  const { ensureChromium } = (await import(/* webpackIgnore: true */ path.resolve('.scripts/chromium.mjs'))) as {
    ensureChromium(): string;
  };
  return chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu'],
  });
}
