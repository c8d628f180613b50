/**
 * Runs the steps of .deploy/Dockerfile without a container engine. Each stage is a folder; commands get its paths instead of those of the
 * image. If tests run as root, the commands run as the user nobody. Packages of the base system are not installed, and the present Node is
 * used.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** User and group of an ordinary user, if this one is root. */
export const ORDINARY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The lines of a Dockerfile as instruction and rest, with continued lines joined. */
function instructionsOf(text) {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  return lines.filter(Boolean).map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()]);
}

/** Whether a path of the build context is ignored. `**` before a name matches any depth. */
const isIgnored = (patterns, file) =>
  patterns.some(pattern => (pattern.startsWith('**/') ? file.split(path.sep).includes(pattern.slice(3)) : file === pattern));

/** Makes the ordinary user the owner of a file, or of a folder with its content. */
function giveAway(file) {
  if (ORDINARY.uid !== undefined) execFileSync('chown', ['-R', `${ORDINARY.uid}:${ORDINARY.gid}`, file]);
}

/**
 * Runs the steps in `folder`, which is empty.
 * @param root the folder of the sources
 * @returns the folder of the last stage, its environment, and the commands that start and check it
 */
export function runImageSteps(root, folder) {
  const patterns = readFileSync(path.join(root, '.deploy/Dockerfile.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const env = { PATH: process.env.PATH, HOME: path.join(folder, 'home'), npm_config_update_notifier: 'false' };
  const result = { folder: '', env: {}, start: [], check: '' };
  let workFolder = '/';
  const inStage = file => path.join(result.folder, path.resolve(workFolder, file));
  mkdirSync(env.HOME);
  giveAway(folder);
  const steps = {
    FROM(rest) {
      result.folder = path.join(folder, rest.split(' AS ')[1] ?? 'image');
      workFolder = '/';
      for (const name of ['tmp', 'packed']) mkdirSync(path.join(result.folder, name), { recursive: true });
      giveAway(result.folder);
    },
    WORKDIR(rest) {
      workFolder = rest;
      mkdirSync(inStage('.'), { recursive: true });
      giveAway(inStage('.'));
    },
    COPY(rest) {
      const [, stage, files] = /^(?:--from=(\S+) )?(.*)$/.exec(rest);
      const names = files.split(' ');
      const target = names.pop();
      for (const name of names) {
        // Node comes with the base image.
        if (stage && name === '/usr/local/bin/node') continue;
        const from = path.join(stage ? path.join(folder, stage) : root, name);
        const to = inStage(names.length > 1 || target === './' ? path.join(target, name) : target);
        const isCopied = file => stage !== undefined || !isIgnored(patterns, path.relative(root, file));
        cpSync(from, to, { recursive: true, filter: isCopied });
        giveAway(to);
      }
    },
    RUN(rest) {
      if (rest.startsWith('apk ')) return;
      const [, mount, command] = /^(?:--mount=(\S+) )?(.*)$/.exec(rest);
      if (mount) {
        const { from, source, target } = Object.fromEntries(mount.split(',').map(part => part.split('=')));
        cpSync(path.join(folder, from, source), path.join(result.folder, target), { recursive: true });
        giveAway(path.join(result.folder, target));
      }
      const local = command.replaceAll(/(^|\s)(\/(?:tmp|packed))(?=[\s/])/g, `$1${result.folder}$2`);
      execFileSync('sh', ['-ec', local], { cwd: inStage('.'), env, stdio: ['ignore', 'ignore', 'inherit'], ...ORDINARY });
    },
    ENV(rest) {
      Object.assign(result.env, Object.fromEntries(rest.split(' ').map(pair => pair.split('='))));
    },
    ENTRYPOINT(rest) {
      const [, ...parameters] = JSON.parse(rest);
      result.start = parameters.map(each => (each.startsWith('/') ? path.join(result.folder, each) : each));
    },
    HEALTHCHECK(rest) {
      result.check = rest.slice(rest.indexOf('CMD ') + 4);
    },
    EXPOSE() {},
    USER() {},
  };
  for (const [instruction, rest] of instructionsOf(readFileSync(path.join(root, '.deploy/Dockerfile'), 'utf8')))
    steps[instruction](rest);
  if (!existsSync(result.start[0])) throw new Error(`The image has no ${result.start[0]}`);
  return result;
}
