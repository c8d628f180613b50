import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { BASELINE_WASM } from '../harbour/baselineWasm';
import { copySeededFolder } from '../harbour/seededFolder';

/** The folder of dist/ and .build/: the sources, which the browser project's setup has built, or an installed package. */
export const BUILT = process.env.PACKAGE_FOLDER ?? '.';

/** The built server. */
export const SERVER = path.join(BUILT, '.build/server/main.mjs');

/** A running program of ours. */
export interface StartedProcess {
  child: ChildProcess;
  /** Its output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the first line of standard output that matches; rejects when the program ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal, if the program still runs, and resolves with its exit code (null: killed). */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `node <script>` with the variables in `env`, but without those of the caller that would affect it (PORT, ORIEL_…). */
export function startProcess(script: string, env: Record<string, string>): StartedProcess {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:PORT|HOST|NODE_ENV|NODE_OPTIONS|DATABASE_URL|ORIEL_.*)$/.test(name),
  );
  const child = spawn(process.execPath, [BASELINE_WASM, script], {
    env: { ...Object.fromEntries(own), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  child.stdout.on('data', chunk => {
    stdout += chunk;
  });
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    line: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          // Only whole lines: the last piece may still grow.
          for (const line of stdout.split('\n').slice(0, -1)) {
            const match = pattern.exec(line);
            if (match !== null) resolve(match);
          }
        };
        child.stdout.on('data', look);
        look();
        exited.then(([code]) => reject(new Error(`ended with ${code} before it said ${pattern}:\n${stdout}${stderr}`)));
      }),
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      return code as number | null;
    },
  };
}

/**
 * Starts the built server, or `script`, with a separate harbour in a folder that is removed when the process ends. The folder already
 * contains the rows of a first start, because creating them takes seconds.
 */
export async function startOverHarbour(env: Record<string, string> = {}, script = SERVER): Promise<StartedProcess> {
  const folder = await copySeededFolder();
  const started = startProcess(script, { PORT: '0', ORIEL_DATA_DIR: folder, ...env });
  started.child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return started;
}
