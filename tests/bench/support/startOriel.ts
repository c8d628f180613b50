/** Oriel as `npm start` runs it, and a Chromium to look at it with. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright-core';

/** Starts the built server over a data folder (':memory:' or a path), in a process of its own; `more` are further variables of its environment. */
export async function startOriel(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ url: string /** Ends it; resolves when it is gone. */; stop(): Promise<void> }> {
  const env = { ...process.env, PORT: '0', ORIEL_DATA_DIR: dataDir, ORIEL_LOG_LEVEL: 'silent', ...more };
  const child = spawn(process.execPath, [path.resolve('.build/server/main.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    // Read on to the end: a closed pipe would end the server at its next line.
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

/** A Chromium with nothing of its own to do. */
export async function launchChromium(): Promise<Browser> {
  const { ensureChromium } = (await import(/* webpackIgnore: true */ path.resolve('.scripts/chromium.mjs'))) as {
    ensureChromium(): string;
  };
  return chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu'],
  });
}
