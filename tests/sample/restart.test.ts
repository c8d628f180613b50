/** A harbour that is killed keeps all confirmed changes, and can start again on the same port. */
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createHarbour } from '../../src/sample/createHarbour';
import { type HarbourProcess, startHarbourProcess } from '../support/harbour/harbourProcess';
import { copySeededFolder } from '../support/harbour/seededFolder';

// Real servers on a machine that may be busy; a hang still fails.

let harbour: HarbourProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = await copySeededFolder();
  harbour = await startHarbourProcess({ dataDir });
}, 60_000);
afterAll(async () => {
  await harbour.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask<Data>(query: string, variables: Record<string, unknown> = {}, token?: string): Promise<Data> {
  const response = await fetch(harbour.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const signIn = async (): Promise<string> => {
  const { signIn } = await ask<{ signIn: { token: string } }>('mutation ($code: String!) { signIn(code: $code) { token } }', {
    code: harbour.accessCode,
  });
  return signIn.token;
};

test('changes that were confirmed before it is killed are kept, and the token is still valid', async () => {
  const token = await signIn();
  const { bookVisit } = await ask<{ bookVisit: { id: string } }>(
    `mutation ($eta: DateTime!) { bookVisit(input: { shipId: "ship-3", berthId: "berth-1", eta: $eta, notes: "before the kill" }) { id } }`,
    { eta: new Date(Date.now() + 86_400_000).toISOString() },
    token,
  );
  await harbour.kill();
  await expect(fetch(harbour.url)).rejects.toThrow();
  await harbour.startAgain();

  const { visit } = await ask<{ visit: { notes: string } }>('query ($id: ID!) { visit(id: $id) { notes } }', {
    id: bookVisit.id,
  });
  expect(visit.notes).toBe('before the kill');
  const { me } = await ask<{ me: { name: string } }>('{ me { name } }', {}, token);
  expect(me.name).toBe('Harbour office');
}, 60_000);

test('when it is stopped during an upload, it ends gracefully, and the visit has no incomplete file', async () => {
  const token = await signIn();
  const operations = JSON.stringify({
    query: 'mutation ($f: Upload!) { attachDocument(visitId: "visit-11800", file: $f) { id } }',
    variables: { f: null },
  });
  const part = (name: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
  const socket = connect(harbour.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 40000000\r\n\r\n` +
      `${part('operations', operations)}\r\n${part('map', '{"1":["variables.f"]}')}\r\n${part('1', 'x'.repeat(1_000_000), '; filename="cut.txt"')}`,
  );
  // The harbour continues to read, so it has only a part of the file.
  await new Promise(done => socket.write(Buffer.alloc(3_000_000, 'x'), done));
  await harbour.stop();
  await harbour.startAgain();
  const { visit } = await ask<{ visit: { documents: unknown[] } }>('{ visit(id: "visit-11800") { documents { id } } }');
  expect(visit.documents).toEqual([]);
});

test('a folder in use is refused with its name, and can be used after its process has ended', async () => {
  await expect(createHarbour({ dataDir })).rejects.toThrow(`The data folder ${dataDir} is in use by another process.`);
  await harbour.stop();
  const here = await createHarbour({ dataDir });
  await expect(createHarbour({ dataDir })).rejects.toThrow('in use by another process');
  await here.dispose();
  await harbour.startAgain();
  expect(await ask<unknown>('{ ships(first: 1) { totalCount } }')).toEqual({ ships: { totalCount: 400 } });
}, 60_000);

test('a first start that is interrupted leaves no incomplete database', async () => {
  const folder = await copySeededFolder();
  try {
    // The state after a process is killed while it prepares the database: damaged, and without the file that marks it as complete.
    await rm(join(folder, 'harbour.ready'));
    await rm(join(folder, 'harbour', 'global'), { recursive: true });
    const harbour = await createHarbour({ dataDir: folder });
    await harbour.dispose();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

test('a folder that was damaged later is reported as such', async () => {
  const folder = await copySeededFolder();
  try {
    await rm(join(folder, 'harbour', 'global'), { recursive: true });
    await expect(createHarbour({ dataDir: folder })).rejects.toThrow(
      /^The data folder .* cannot be opened \(.*\)\. Remove it to start with a new harbour\.$/,
    );
    await expect(createHarbour({ dataDir: folder })).rejects.toThrow('cannot be opened');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
