/** Inputs that were sent before: which are stored, and which must not be. */

import { createSentInputs } from '../../../../src/features/actions/form/sentInputs';
import { memoryDocumentStore } from '../../../../src/lib/documentStore';
import { isSecretName } from '../../../../src/transport/secrets/isSecretName';

function start() {
  const documents = memoryDocumentStore();
  let now = 100;
  const clock = { now: () => now++, after: () => 0, cancel: () => {} };
  return { documents, sent: createSentInputs({ documents, documentKey: name => `c1:${name}`, clock }) };
}

it('returns the inputs of an action, the newest first', async () => {
  const { sent } = start();
  await sent.add('bookVisit', { input: { shipId: '1' } });
  await sent.add('bookVisit', { input: { shipId: '2' } });
  await sent.add('cancelVisit', { id: '9' });
  expect(await sent.list('bookVisit')).toEqual([
    { at: 101, variables: { input: { shipId: '2' } } },
    { at: 100, variables: { input: { shipId: '1' } } },
  ]);
});

it('moves a repeated input to the front instead of storing it twice', async () => {
  const { sent } = start();
  for (const id of ['a', 'b', 'a']) await sent.add('cancelVisit', { id });
  expect((await sent.list('cancelVisit')).map(entry => entry.variables.id)).toEqual(['a', 'b']);
});

it('keeps the last twenty', async () => {
  const { sent } = start();
  for (let id = 0; id < 25; id++) await sent.add('x', { id });
  const kept = await sent.list('x');
  expect(kept).toHaveLength(20);
  expect(kept[0]?.variables.id).toBe(24);
});

it('never stores a file, at any depth', async () => {
  const { sent, documents } = start();
  const file = new File(['secret bytes'], 'plan.pdf');
  await sent.add('attach', { visitId: '1', file, files: [file, file], input: { cover: file, title: 't' } });
  expect((await sent.list('attach'))[0]?.variables).toEqual({ visitId: '1', input: { title: 't' } });
  expect(JSON.stringify(await documents.get('c1:sent:attach'))).not.toContain('plan.pdf');
});

it('never stores a secret, at any depth or inside JSON', async () => {
  const { sent, documents } = start();
  await sent.add('signUp', {
    email: 'a@b.c',
    password: 'hunter2hunter2',
    input: { accessCode: 'hunter2', nested: [{ apiKey: 'hunter2', name: 'n' }] },
    metadata: { refresh_token: 'hunter2', countryCode: 'NO' },
  });
  const stored = JSON.stringify(await documents.get('c1:sent:signUp'));
  expect(stored).not.toContain('hunter2');
  expect((await sent.list('signUp'))[0]?.variables).toEqual({
    email: 'a@b.c',
    input: { nested: [{ name: 'n' }] },
    metadata: { countryCode: 'NO' },
  });
});

it('stores nothing of an input that contains only secrets', async () => {
  const { sent } = start();
  expect(await sent.add('signIn', { code: 'abc' })).toEqual([]);
});

it('distinguishes null from absent values', async () => {
  const { sent } = start();
  await sent.add('change', { id: '1', patch: { notes: null } });
  expect((await sent.list('change'))[0]?.variables).toEqual({ id: '1', patch: { notes: null } });
});

it('ignores what another version stored', async () => {
  const { sent, documents } = start();
  await documents.set('c1:sent:x', [{ at: 'yesterday' }, 7, null, { at: 1, variables: { id: '1' } }]);
  expect(await sent.list('x')).toEqual([{ at: 1, variables: { id: '1' } }]);
  await documents.set('c1:sent:x', 'broken');
  expect(await sent.list('x')).toEqual([]);
});

it.each([
  ['code', true],
  ['accessCode', true],
  ['verification_code', true],
  ['countryCode', false],
  ['postalCode', false],
  ['currency_code', false],
  ['password', true],
  ['newPassword', true],
  ['PASSWORD_CONFIRMATION', true],
  ['token', true],
  ['idToken', true],
  ['apiKey', true],
  ['primaryKey', false],
  ['key', false],
  ['pin', true],
  ['pass', true],
  ['passId', false],
  ['shipping', false],
  ['opinion', false],
  ['secretaryName', false],
])('the name %s is secret: %s', (name, secret) => {
  expect(isSecretName(name)).toBe(secret);
});
