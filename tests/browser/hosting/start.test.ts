import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { copySeededFolder } from '../../support/harbour/seededFolder';
import { rawRequest } from '../../support/hosting/rawRequest';
import { SERVER, type StartedProcess, startProcess } from '../../support/hosting/startProcess';
import { upstreamServer } from '../../support/hosting/upstreamServer';

jest.setTimeout(120_000);

const running: StartedProcess[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.end('SIGKILL');
});

/** Starts the server, on a free port by default, and without the check of the sources by `npm start` unless requested. */
function start(env: Record<string, string> = {}, script = SERVER): StartedProcess {
  const started = startProcess(script, { PORT: '0', ORIEL_DATA_DIR: ':memory:', ...env });
  running.push(started);
  return started;
}

const addressOf = async (started: StartedProcess): Promise<string> => (await started.line(/^Oriel is at (http:\S+)$/))[1] ?? '';
const post = (base: string, query: string) =>
  rawRequest(base, '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });

describe('npm start', () => {
  it('prints the address and the access codes, each on a line, and nothing else on standard output', async () => {
    const started = start({}, '.scripts/start.mjs');
    const base = await addressOf(started);
    const [, code] = await started.line(/^The access code is (\S{8,})$/);
    const [pilots] = await started.line(/^The pilot station, which can only change visits, signs in with \S{8,}$/);
    expect(started.stdout()).toBe(`Oriel is at ${base}\nThe access code is ${code}\n${pilots}\n`);
    const page = await rawRequest(base, '/data/ships', { headers: { accept: 'text/html' } });
    expect(page.body.toString()).toContain('id="oriel-config">{"name":"Harbour"}<');
    const rows = await post(base, '{ ships(first: 2) { edges { node { name } } } visits(limit: 1) { eta } }');
    const { ships, visits } = JSON.parse(rows.body.toString()).data;
    expect(ships.edges).toHaveLength(2);
    // The sample data is relative to today: its last visits are expected in three months.
    const days = (Date.parse(visits[0].eta) - Date.now()) / 86_400_000;
    expect(days > 80 && days < 95).toBe(true);
    expect(started.stderr()).not.toContain(code);
    expect(await started.end()).toBe(0);
  });

  it('serves the page before the bundle that renders pages is built, and renders from then on', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oriel-first-'));
    mkdirSync(path.join(folder, '.scripts'));
    for (const part of ['dist', '.build/server']) cpSync(part, path.join(folder, part), { recursive: true });
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    // As .scripts/start.mjs does after a line on standard input.
    const script = path.join(folder, 'start.mjs');
    const render = [path.resolve('.build/render'), path.join(folder, '.build/render')].map(name => JSON.stringify(name));
    writeFileSync(
      script,
      `import { cpSync } from 'node:fs';
const { startRendering } = await import('./.build/server/main.mjs');
process.once('SIGUSR2', () => {
  cpSync(${render.join(', ')}, { recursive: true });
  startRendering();
  console.log('The bundle is there');
});`,
    );
    const started = start({ ORIEL_HTTP_ENDPOINT: 'http://127.0.0.1:9/graphql' }, script);
    const base = await addressOf(started);
    const page = async () => (await rawRequest(base, '/data/ships', { headers: { accept: 'text/html' } })).body.toString();
    expect(await page()).toContain('<div id="root"></div>');
    started.child.kill('SIGUSR2');
    await started.line(/^The bundle is there$/);
    let rendered = await page();
    while (!rendered.includes('class="shell"')) rendered = await page();
    expect(await started.end()).toBe(0);
    expect(started.stderr()).not.toContain('cannot be loaded');
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the data in its folder, also when the process is killed', async () => {
    const dataDir = await copySeededFolder();
    const query = '{ ships(first: 1) { edges { node { id name } } } }';
    const first = start({ ORIEL_DATA_DIR: dataDir });
    const before = await post(await addressOf(first), query);
    await first.end('SIGKILL');
    const after = await post(await addressOf(start({ ORIEL_DATA_DIR: dataDir })), query);
    expect(JSON.parse(after.body.toString()).data.ships.edges).toHaveLength(1);
    expect(after.body.toString()).toBe(before.body.toString());
    for (const each of running) await each.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('reports a port that is in use in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const started = start({ PORT: String(port), ORIEL_LOG_LEVEL: 'silent' });
    const [code] = await once(started.child, 'exit');
    expect([code, started.stdout(), started.stderr()]).toEqual([
      1,
      '',
      `Port ${port} of 127.0.0.1 is taken. Set PORT to another one.\n`,
    ]);
    other.close();
  });

  it.each([
    ['PORT', 'four thousand'],
    ['ORIEL_HTTP_ENDPOINT', 'example.com'],
    ['ORIEL_UPSTREAM', 'https://me:secret@example.com'],
    ['DATABASE_URL', 'mysql://me:secret@db/x'],
    ['DATABASE_URL', 'postgres://me:secret@127.0.0.1:1/x'],
    ['ORIEL_DATA_DIR', path.resolve('package.json')],
    ['HOST', '203.0.113.7'],
    ['ORIEL_UPSTREEM', 'https://me:secret@example.com'],
  ])('refuses a wrong %s in one line that names it', async (name, value) => {
    const started = start({ ORIEL_LOG_LEVEL: 'silent', [name]: value });
    const [code] = await once(started.child, 'exit');
    expect([code, started.stdout()]).toEqual([1, '']);
    expect(started.stderr()).toMatch(new RegExp(`^${name} [^\\n]+\\n$`));
    expect(started.stderr()).not.toContain('secret');
  });

  it('ends at once at SIGTERM while its back end is starting', async () => {
    const started = start();
    const log = once(started.child.stderr as Readable, 'data');
    // It prints its first line once it listens; the database is opened afterwards.
    await log;
    const begun = performance.now();
    expect(await started.end()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(started.stdout()).toBe('');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes the pending response at %s, and ends within 5 s although an event stream is open',
    async signal => {
      let finish = () => {};
      let waiting = 0;
      let bothWait = () => {};
      const both = new Promise<void>(resolve => {
        bothWait = resolve;
      });
      const upstream = await upstreamServer((request, response) => {
        const isStream = request.headers.accept === 'text/event-stream';
        response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
        response.write(isStream ? ':\n\n' : '{"data":');
        if (!isStream) finish = () => response.end('"whole"}');
        waiting += 1;
        if (waiting === 2) bothWait();
      });
      const started = start({ ORIEL_UPSTREAM: `${upstream.origin}/graphql` });
      const base = await addressOf(started);
      expect(started.stdout()).not.toContain('access code');
      const response = post(base, '{ a }');
      const stream = rawRequest(base, '/graphql', { method: 'POST', headers: { accept: 'text/event-stream' }, body: '{}' });
      const cut = expect(stream).rejects.toThrow(/aborted|reset/);
      await both;
      const begun = performance.now();
      const ended = started.end(signal);
      setTimeout(() => finish(), 700);
      expect((await response).body.toString()).toBe('{"data":"whole"}');
      expect(await ended).toBe(0);
      expect(performance.now() - begun).toBeLessThan(5000);
      await cut;
      await upstream.close();
    },
  );
});
