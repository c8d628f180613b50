/** A harbour that is killed keeps what it has confirmed, and is there again on the same port. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createHarbour } from '../../src/sample/createHarbour';
import { type HarbourProcess, startHarbourProcess } from '../support/harbourProcess';
import { copySeededFolder } from '../support/seededFolder';

// Real servers on a machine that may be busy: a hang is told all the same.
jest.setTimeout(30_000);

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

test('what was confirmed before a kill is there after it, and the token is still good', async () => {
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

test('a folder in use is refused by name, and free again once its process is gone', async () => {
  await expect(createHarbour({ dataDir })).rejects.toThrow(`The data folder ${dataDir} is in use by another process.`);
  await harbour.stop();
  const here = await createHarbour({ dataDir });
  await expect(createHarbour({ dataDir })).rejects.toThrow('in use by another process');
  await here.dispose();
  await harbour.startAgain();
  expect(await ask<unknown>('{ ships(first: 1) { totalCount } }')).toEqual({ ships: { totalCount: 400 } });
}, 60_000);

test('a first start that was cut off leaves no half-made harbour behind', async () => {
  const folder = await copySeededFolder();
  try {
    // As a process leaves it that is killed while the database is being prepared: without its mark, and broken.
    await rm(join(folder, 'harbour.ready'));
    await rm(join(folder, 'harbour', 'global'), { recursive: true });
    const harbour = await createHarbour({ dataDir: folder });
    await harbour.dispose();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

test('a folder that was damaged later is told as such', async () => {
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
