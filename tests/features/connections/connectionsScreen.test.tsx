/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The Connections screen: connections are added, probed, changed, restored by undo and exported, and a schema is read from a file. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { ConnectionsScreen } from '../../../src/features/connections/ConnectionsScreen';
import type { ConnectionSettings } from '../../../src/session/connections/connections';
import { chooseEnvironment } from '../../../src/session/environments/chooseEnvironment';
import { writeEnvironments } from '../../../src/session/environments/environments';
import { environmentsOf } from '../../../src/session/environments/environmentsOf';
import { templateOf } from '../../../src/session/environments/resolveConnection';
import { renderScreen, type ShownScreen } from '../../support/renderScreen';
import { savedFiles } from '../../support/savedFiles';
import { json } from '../../support/scriptedFetch';

const SDL = 'type Query { ships: [String!]! }';
const shown: ShownScreen[] = [];
const saved = savedFiles();
const { fetch: realFetch, XMLHttpRequest: realRequest } = globalThis;

beforeEach(() => {
  // A probe uses the global fetch. Without XMLHttpRequest, an upload uses it, too.
  Object.assign(globalThis, { XMLHttpRequest: undefined });
});
afterEach(() => {
  Object.assign(globalThis, { fetch: realFetch, XMLHttpRequest: realRequest });
  for (const { unmount, session } of shown.splice(0)) {
    unmount();
    session.dispose();
  }
});

function open(options: { fetch?: typeof fetch; known?: Partial<ConnectionSettings>[] } = {}) {
  const page = renderScreen(session => <ConnectionsScreen session={session} />, {
    introspection: introspectionFromSchema(buildSchema(SDL)),
    address: '/connections',
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  shown.push(page);
  const { connections, storage } = page.session;
  act(() => {
    for (const each of options.known ?? []) connections.save(connections.draft(each));
  });
  const entries = () => within(screen.getByRole('list', { name: 'Connections' })).getAllByRole('listitem');
  const entry = (name: string) => {
    const found = entries().find(each => within(each).getByRole('heading').textContent === name);
    if (!found) throw new Error(`No connection is called ${name}`);
    return within(found);
  };
  const token = (id: string) => storage.getItem(`oriel:token:${id}`);
  return { page, connections, storage, entries, entry, token };
}

const MINE = { id: 'mine', name: 'Mine', httpEndpoint: 'https://mine.test/graphql' };
const notes = () => [...document.querySelectorAll<HTMLElement>('.note')];
const form = () => within(screen.getByRole('dialog'));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pressIn = (where: ReturnType<typeof within>, name: string | RegExp) => fireEvent.click(where.getByRole('button', { name }));
const fill = (label: string, value: string) => fireEvent.change(form().getByLabelText(label), { target: { value } });
const choose = (label: string, content: string, name: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), {
      target: { files: [new File([content], name)] },
    });
  });

describe('environments', () => {
  it('fill in address and headers of a connection; a variable without a value is reported, and no export contains secrets', async () => {
    const { connections, storage, entry } = open();
    press('Add a connection');
    fill('Name', 'Orders');
    fill('Address', 'https://{{region}}.test/graphql');
    pressIn(form(), 'Add a header');
    fill('Header name', 'x-key');
    fill('Header value', '{{key}}');
    pressIn(form(), 'Save and use');
    expect(form().getByText(/^The variable region has no value/)).toBeTruthy();
    expect(connections.list.get()).toHaveLength(1);
    pressIn(form(), 'Add an environment');
    fill('Name of the environment', 'north');
    fill('Name of the variable', 'region');
    fill('Value of region', 'eu');
    pressIn(form(), 'Add a variable');
    const last = form().getAllByLabelText('Name of the variable').at(-1) as HTMLElement;
    fireEvent.change(last, { target: { value: 'key' } });
    fill('Value of key', 'hidden-k3y');
    fireEvent.click(form().getAllByLabelText('Secret').at(-1) as HTMLElement);
    expect(form().getByLabelText('Value of key').getAttribute('type')).toBe('password');
    pressIn(form(), 'Save and use');
    const made = connections.current.get();
    expect(made).toMatchObject({ httpEndpoint: 'https://eu.test/graphql', headers: { 'x-key': 'hidden-k3y' } });
    expect(storage.getItem(`oriel:environments:${made.id}`)).not.toContain('hidden-k3y');
    press('Export');
    await expect(saved[0]?.text).resolves.not.toContain('hidden-k3y');
    // The form shows the variables, not their values.
    pressIn(entry('Orders'), 'Edit');
    expect(form().getByLabelText<HTMLInputElement>('Address').value).toBe('https://{{region}}.test/graphql');
    fill('Value of region', 'us');
    pressIn(form(), 'Save');
    expect(connections.current.get().httpEndpoint).toBe('https://us.test/graphql');
    press('Undo');
    expect(connections.current.get().httpEndpoint).toBe('https://eu.test/graphql');
    pressIn(entry('Orders'), 'Remove');
    expect(storage.getItem(`oriel:environment-secrets:${made.id}`)).toBeNull();
  });

  it('of the current connection are shown beside it as soon as they are saved', () => {
    const { page, connections } = open();
    const { id } = page.session.connection;
    const state = environmentsOf(page.session);
    const list = [{ name: 'staging', variables: [] }];
    act(() => {
      writeEnvironments(page.session.storage, id, { chosen: 'staging', list, template: null });
      connections.save(connections.draft(MINE));
    });
    expect(state.get()).toMatchObject({ chosen: 'staging', list });
    expect(screen.getByRole('button', { name: /^staging/ })).toBeTruthy();
  });

  const known = { ...MINE, httpEndpoint: 'https://eu.test/graphql' };
  const place = { ...known, httpEndpoint: 'https://{{region}}.test/graphql' };
  const one = (name: string) => ({ name, variables: [{ name: 'region', value: name, secret: false }] });
  /** A connection with an environment in use, and token copies of earlier environments. */
  const openWithCopies = () => {
    const opened = open({ known: [known] });
    const { storage, connections } = opened;
    writeEnvironments(storage, 'mine', {
      chosen: 'eu',
      list: [one('eu'), one('us')],
      template: templateOf(connections.draft(place)),
    });
    storage.setItem('oriel:token:mine:eu', 'copy-of-eu');
    storage.setItem('oriel:token:mine:us', 'copy-of-us');
    const found = () => connections.list.get().find(({ id }) => id === 'mine') as ConnectionSettings;
    const header = (name: string) => chooseEnvironment({ connections, storage }, found(), name);
    return { ...opened, found, header };
  };
  const chooseInForm = (name: string) =>
    fireEvent.change(form().getByLabelText('Environment in use'), { target: { value: name } });

  it('changing the environment in the form does not restore a token after sign-out', () => {
    const { entry, token, found, header, connections } = openWithCopies();
    pressIn(entry('Mine'), 'Edit');
    chooseInForm('us');
    pressIn(form(), 'Save');
    expect(found().httpEndpoint).toBe('https://us.test/graphql');
    expect([token('mine'), token('mine:eu'), token('mine:us')]).toEqual([null, null, null]);
    expect(header('eu')).toBeNull();
    expect(connections.tokens(found()).read()).toBe('');
  });

  it('the current token is not sent to the address of another environment that is chosen in the form; Undo leaves no copies', () => {
    const { entry, token, connections, found } = openWithCopies();
    act(() => void connections.tokens(found()).write('in-use'));
    pressIn(entry('Mine'), 'Edit');
    chooseInForm('us');
    pressIn(form(), 'Save');
    expect([token('mine'), token('mine:eu')]).toEqual([null, null]);
    press('Undo');
    expect(found().httpEndpoint).toBe('https://eu.test/graphql');
    expect([token('mine'), token('mine:eu'), token('mine:us')]).toEqual(['in-use', null, null]);
  });

  it('are removed with their tokens, and so is the connection', () => {
    const { entry, token, storage } = openWithCopies();
    pressIn(entry('Mine'), 'Edit');
    fireEvent.click(form().getAllByRole('button', { name: /Remove.*us/ })[0] as HTMLElement);
    pressIn(form(), 'Save');
    expect([token('mine:eu'), token('mine:us')]).toEqual([null, null]);
    storage.setItem('oriel:token:mine:eu', 'copy-of-eu');
    pressIn(entry('Mine'), 'Remove');
    expect([token('mine'), token('mine:eu'), token('mine:us')]).toEqual([null, null, null]);
  });
});

describe('a new connection', () => {
  it('has everything that was filled in, with its token stored separately, and can be used at once', () => {
    const { connections, entry, token } = open();
    press('Add a connection');
    fill('Name', 'Staging');
    fill('Address', 'https://staging.test/graphql');
    fireEvent.click(form().getByLabelText('Another address'));
    fill('Address of the live connection', 'wss://live.staging.test/');
    fill('Token', 'Bearer s3cret');
    fill('Name of the token', 'read only');
    pressIn(form(), 'Add a header');
    fill('Header name', 'x-tenant');
    fill('Header value', 'north');
    fireEvent.click(form().getByLabelText(/^Send queries by hash/));
    fireEvent.click(form().getByLabelText(/^Send apollo-require-preflight/));
    fill('Token on the live connection', 'accessToken');
    pressIn(form(), 'Save and use');
    const made = connections.current.get();
    expect(made).toMatchObject({
      name: 'Staging',
      httpEndpoint: 'https://staging.test/graphql',
      wsEndpoint: 'wss://live.staging.test/',
      tokenName: 'read only',
      headers: { 'x-tenant': 'north' },
      persistedQueries: true,
      connectionParamsShape: 'accessToken',
      uploadHeaders: { 'apollo-require-preflight': 'true' },
    });
    expect(token(made.id)).toBe('s3cret');
    expect(entry('Staging').getByText('In use · Token saved: read only · 1 header · Queries by hash')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('s3cret');
  });

  it('says that the token is sent instead of its own Authorization header', () => {
    const { connections, entry } = open({ known: [{ ...MINE, headers: { Authorization: 'Basic s3cret' } }] });
    expect(entry('Mine').getByText('No token · 1 header')).toBeTruthy();
    const mine = connections.list.get().find(({ id }) => id === 'mine');
    act(() => {
      if (mine === undefined) return;
      connections.tokens(mine).write('t0ken');
      connections.save({ ...mine, readOnly: true });
    });
    expect(entry('Mine').getByText(/1 header · The token is sent instead of the header Authorization · Read-only$/)).toBeTruthy();
    expect(document.body.innerHTML).not.toMatch(/s3cret|t0ken/);
  });

  it('is named after its host if its name is empty, and has no websocket if that is chosen', () => {
    const { connections } = open();
    press('Add a connection');
    fill('Address', 'https://plain.test:8443/graphql');
    fireEvent.click(form().getByLabelText('None'));
    expect(form().queryByLabelText('Token on the live connection')).toBeNull();
    pressIn(form(), 'Save');
    expect(connections.list.get()[1]).toMatchObject({ name: 'plain.test:8443', wsEndpoint: null });
    expect(connections.current.get().id).toBe('default');
  });

  it.each([
    ['Address', 'ftp://x.test', 'Enter an http or https address.'],
    ['Address', '', 'Enter an http or https address.'],
    ['Address', 'https://me:pa55@x.test/', /no.*password|password/],
    ['Token', 'to…ken', /contains other characters/],
    ['Header name', 'x y', /“x y” is not valid/],
    ['Header name', 'Cookie', /sets Cookie itself/],
    ['Header value', 'naïve ☃', /characters that are not allowed/],
  ])('is not saved with %s %j; the invalid field gets the focus, and the input is kept', (label, value, words) => {
    const { connections } = open();
    press('Add a connection');
    fill('Name', 'Kept');
    fill('Address', 'https://x.test/graphql');
    pressIn(form(), 'Add a header');
    fill('Header name', 'x-a');
    fill('Header value', '1');
    fill(label, value);
    pressIn(form(), 'Save');
    expect(form().getByText(words)).toBeTruthy();
    expect(document.activeElement?.closest('fieldset, .field')?.textContent).toMatch(words);
    expect((form().getByLabelText('Name') as HTMLInputElement).value).toBe('Kept');
    expect(connections.list.get()).toHaveLength(1);
  });

  it('is not saved with a header twice, or with a payload that is not a JSON object, and both are reported', () => {
    open();
    press('Add a connection');
    fill('Address', 'https://x.test/graphql');
    for (const name of ['X-A', 'x-a']) {
      pressIn(form(), 'Add a header');
      fireEvent.change(form().getAllByLabelText('Header name').at(-1) as HTMLElement, { target: { value: name } });
    }
    fill('Token on the live connection', 'custom');
    fill('Payload', '["{token}"]');
    pressIn(form(), 'Save');
    expect(form().getByText('x-a is listed twice.')).toBeTruthy();
    expect(form().getByText(/^Not a JSON object/)).toBeTruthy();
  });

  it('can be continued after it was cancelled', () => {
    const { connections } = open();
    press('Add a connection');
    fill('Name', 'Half');
    pressIn(form(), 'Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    press('Undo');
    expect((form().getByLabelText('Name') as HTMLInputElement).value).toBe('Half');
    fill('Address', 'https://half.test/');
    pressIn(form(), 'Save');
    expect(connections.list.get()[1]?.name).toBe('Half');
    press('Add a connection');
    pressIn(form(), 'Cancel');
    expect(screen.queryByText('Your changes were discarded')).toBeNull();
  });
});

describe('AWS credentials', () => {
  const API = 'https://abc123.appsync-api.eu-west-1.amazonaws.com/graphql';

  it('are offered for AppSync, kept out of storage and exports, and removed if the address changes; Undo restores them', async () => {
    const { connections, storage, entry } = open();
    const written = jest.spyOn(storage, 'setItem');
    press('Add a connection');
    fill('Address', 'https://x.test/graphql');
    expect(form().queryByText('AWS IAM')).toBeNull();
    fill('Address', API);
    expect(form().queryByLabelText('AWS_REGION')).toBeNull();
    fill('AWS_ACCESS_KEY_ID', ' ASIAKEY ');
    pressIn(form(), 'Save');
    expect(document.activeElement).toBe(form().getByLabelText('AWS_SECRET_ACCESS_KEY'));
    fill('AWS_SECRET_ACCESS_KEY', 'hidden/k3y');
    fill('AWS_SESSION_TOKEN', 'hidden-t0ken');
    fill('Name', 'Mine');
    pressIn(form(), 'Save');
    const [, mine] = connections.list.get();
    if (!mine) throw new Error('Not saved');
    const stored = connections.tokens(mine).read();
    expect(stored.split('\n')).toEqual(['AWS4 ', 'hidden-t0ken', 'ASIAKEY', 'hidden/k3y']);
    press('Export');
    await expect(saved[0]?.text).resolves.not.toMatch(/hidden|ASIAKEY/);
    expect(JSON.stringify(written.mock.calls)).not.toMatch(/hidden|ASIAKEY/);
    pressIn(entry('Mine'), 'Edit');
    expect((form().getByLabelText('AWS_SECRET_ACCESS_KEY') as HTMLInputElement).value).toBe('');
    fill('Name', 'Ours');
    pressIn(form(), 'Save');
    expect(connections.tokens(mine).read()).toBe(stored);
    pressIn(entry('Ours'), 'Edit');
    fill('Address', 'https://elsewhere.test/graphql');
    pressIn(form(), 'Save');
    expect(connections.tokens(mine).read()).toBe('');
    const [note] = notes().slice(-1);
    expect(note?.textContent).toMatch(/^Ours was saved\. Its token was removed/);
    pressIn(within(note as HTMLElement), 'Undo');
    expect(connections.tokens(mine).read()).toBe(stored);
  });

  it('require a region for a custom domain', () => {
    const { connections } = open();
    press('Add a connection');
    fill('Address', 'https://api.mine.test/graphql');
    fill('Protocol of the live connection', 'appsync-websocket');
    fill('AWS_ACCESS_KEY_ID', 'AKIAKEY');
    fill('AWS_SECRET_ACCESS_KEY', 'hidden');
    pressIn(form(), 'Save');
    expect(document.activeElement).toBe(form().getByLabelText('AWS_REGION'));
    fill('AWS_REGION', 'eu-west-1');
    pressIn(form(), 'Save');
    const [, mine] = connections.list.get();
    expect(mine && connections.tokens(mine).read()).toBe('AWS4 eu-west-1\n\nAKIAKEY\nhidden');
  });
});

describe('an existing connection', () => {
  it('keeps its token until the address changes, and Undo restores both', () => {
    const { connections, storage, entry, token } = open({ known: [MINE] });
    storage.setItem('oriel:token:mine', 's3cret');
    pressIn(entry('Mine'), 'Edit');
    expect(form().getByText('A token is saved. Leave this empty to keep it.')).toBeTruthy();
    fill('Name', 'Ours');
    pressIn(form(), 'Save');
    expect(token('mine')).toBe('s3cret');
    pressIn(entry('Ours'), 'Edit');
    fill('Address', 'https://elsewhere.test/graphql');
    pressIn(form(), 'Save');
    expect(token('mine')).toBeNull();
    const [note] = notes().slice(-1);
    expect(note?.textContent).toMatch(/^Ours was saved\. Its token was removed/);
    pressIn(within(note as HTMLElement), 'Undo');
    expect(connections.list.get()[1]?.httpEndpoint).toBe(MINE.httpEndpoint);
    expect(token('mine')).toBe('s3cret');
  });

  it('loses its token when the address of its live connection changes, too, and says so', () => {
    const { storage, entry, token } = open({ known: [MINE] });
    storage.setItem('oriel:token:mine', 's3cret');
    pressIn(entry('Mine'), 'Edit');
    fireEvent.click(form().getByLabelText('Another address'));
    fill('Address of the live connection', 'wss://elsewhere.test/live');
    expect(form().queryByText('A token is saved. Leave this empty to keep it.')).toBeNull();
    pressIn(form(), 'Save');
    expect(token('mine')).toBeNull();
  });

  it('loses its token on request', () => {
    const { storage, entry, token } = open({ known: [MINE] });
    storage.setItem('oriel:token:mine', 's3cret');
    pressIn(entry('Mine'), 'Edit');
    fireEvent.click(form().getByLabelText('Remove the saved token'));
    pressIn(form(), 'Save');
    expect(token('mine')).toBeNull();
  });

  it('is removed with its token, and Undo restores both in place', () => {
    const { connections, storage, entry, token } = open({ known: [MINE, { ...MINE, id: 'other', name: 'Other' }] });
    storage.setItem('oriel:token:mine', 's3cret');
    act(() => connections.select('mine'));
    pressIn(entry('Mine'), 'Remove');
    expect(connections.list.get().map(each => each.name)).toEqual(['Test', 'Other']);
    expect(token('mine')).toBeNull();
    press('Undo');
    expect(connections.list.get().map(each => each.name)).toEqual(['Test', 'Mine', 'Other']);
    expect(connections.current.get().id).toBe('mine');
    expect(token('mine')).toBe('s3cret');
  });

  it('is copied without its token; the configured one can only be copied', () => {
    const { connections, storage, entry, token } = open({ known: [{ ...MINE, headers: { 'x-a': '1' } }] });
    storage.setItem('oriel:token:mine', 's3cret');
    pressIn(entry('Mine'), 'Copy');
    pressIn(form(), 'Save');
    const copy = connections.list.get()[2];
    expect(copy).toMatchObject({ name: 'Copy of Mine', headers: { 'x-a': '1' } });
    expect(token(copy?.id ?? '')).toBeNull();
    expect(entry('Test').queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(entry('Test').queryByRole('button', { name: 'Remove' })).toBeNull();
  });
});

describe('probing what the server supports', () => {
  const responses = (init?: RequestInit): Response => {
    if (init?.body instanceof FormData)
      return json({ errors: [{ message: 'Potential Cross-Site Request Forgery (CSRF)' }] }, 400);
    const body = String(init?.body);
    if (!body.includes('"query"')) return json({ errors: [{ message: 'PersistedQueryNotSupported' }] });
    if (body.includes('__schema')) return json({ errors: [{ message: 'Introspection is disabled' }] });
    return json({ data: { __typename: 'Query' } });
  };

  it('uses the typed token, describes the result in words, and applies it to the settings on request', async () => {
    const { connections } = open();
    const requests: (string | null)[] = [];
    globalThis.fetch = async (_url, init) => {
      requests.push(new Headers(init?.headers).get('authorization'));
      return responses(init);
    };
    press('Add a connection');
    fill('Address', 'https://x.test/graphql');
    fireEvent.click(form().getByLabelText('None'));
    fireEvent.click(form().getByLabelText(/^Send queries by hash/));
    fill('Token', 's3cret');
    pressIn(form(), 'Detect features');
    const report = within(await form().findByLabelText('Supported features'));
    const lines = report.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent?.trim()]);
    expect(lines).toEqual([
      ['Answers', 'Yes'],
      ['Introspection', 'No. Use a schema file instead.Introspection is disabled'],
      ['Queries by hash', 'No'],
      ['File uploads', expect.stringMatching(/^Only with the header apollo-require-preflight/)],
      ['Live connection', 'None'],
    ]);
    expect(new Set(requests)).toEqual(new Set(['Bearer s3cret']));
    pressIn(form(), 'Use these settings');
    pressIn(form(), 'Save');
    expect(connections.list.get()[1]).toMatchObject({
      persistedQueries: false,
      uploadHeaders: { 'apollo-require-preflight': 'true' },
    });
  });

  it('does not show the result of another address', async () => {
    open();
    let respond = (_: Response): void => {};
    globalThis.fetch = () =>
      new Promise(resolve => {
        respond = resolve;
      });
    press('Add a connection');
    fill('Address', 'https://x.test/graphql');
    pressIn(form(), 'Detect features');
    expect(form().getByRole('button', { name: 'Detecting…' })).toHaveProperty('disabled', true);
    fill('Address', 'https://y.test/graphql');
    await act(async () => respond(json({ errors: [{ message: 'No' }] }, 500)));
    expect(form().getByRole('button', { name: 'Detect features' })).toHaveProperty('disabled', false);
    expect(form().queryByLabelText('Supported features')).toBeNull();
  });

  it('explains CORS if there was no response', async () => {
    open();
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    press('Add a connection');
    fill('Address', 'https://x.test/graphql');
    pressIn(form(), 'Detect features');
    expect(await form().findByText(/responses of x\.test only if that server allows http:\/\/test \(CORS\)/)).toBeTruthy();
  });
});

describe('a file of connections', () => {
  it('is exported without secrets and imported without duplicates; Undo removes it again', async () => {
    const { connections, storage } = open({
      known: [{ ...MINE, headers: { 'x-key': 'h3ader' }, httpEndpoint: 'https://mine.test/graphql?api_key=k3y' }],
    });
    storage.setItem('oriel:token:mine', 's3cret');
    press('Export');
    const text = (await saved[0]?.text) ?? '';
    expect(text).toContain('https://mine.test/graphql');
    expect(text).not.toMatch(/h3ader|k3y|s3cret/);
    const both = JSON.parse(text);
    both.connections.push({ name: 'New', httpEndpoint: 'https://new.test/graphql', token: 'x' });
    await choose('Import…', JSON.stringify(both), 'theirs.json');
    expect(connections.list.get().map(each => each.name)).toEqual(['Test', 'Mine', 'New']);
    await choose('Import…', JSON.stringify(both), 'theirs.json');
    expect(notes().at(-1)?.textContent).toContain('You already have all connections of this file. Nothing was changed.');
    press('Undo');
    expect(connections.list.get().map(each => each.name)).toEqual(['Test', 'Mine']);
  });

  it.each([
    ['{', 'This file is not JSON. Nothing was changed.'],
    ['{"kind":"other"}', 'This file contains no connections of Oriel. Nothing was changed.'],
    ['{"kind":"oriel-connections","connections":[{"httpEndpoint":"javascript:alert(1)"}]}', /No connection in this file/],
    [`{"kind":"oriel-connections","x":"${'x'.repeat(1_000_000)}"}`, 'broken.json cannot be used: it is larger than 1 MB'],
  ])('is refused if it is invalid, and changes nothing: %.80s', async (content, words) => {
    const { connections } = open();
    await choose('Import…', content, 'broken.json');
    expect(document.querySelector('.note')?.textContent).toMatch(words);
    expect(connections.list.get()).toHaveLength(1);
  });
});

it('the schema of example data is identified by its SHA-256, removed with its last connection, and restored by Undo', async () => {
  const { page, connections, entry } = open();
  const { documents } = page.session;
  const kept = () => documents.keys('example-schema:');
  await documents.set('example-schema:/1x2y3z', 'of a connection that was removed before');
  await act(async () => pressIn(entry('Test'), 'Try with example data'));
  await waitFor(() => expect(connections.list.get()).toHaveLength(2));
  const [made] = connections.list.get().slice(1);
  const { pathname } = new URL(made?.httpEndpoint ?? '');
  expect(pathname).toMatch(/^\/[0-9a-f]{64}$/);
  await expect(kept()).resolves.toEqual([`example-schema:${pathname}`]);
  act(() => connections.save({ ...connections.draft(), name: 'Another seed', httpEndpoint: `${made?.httpEndpoint}23` }));
  await act(async () => pressIn(entry('Another seed'), 'Remove'));
  await expect(kept()).resolves.toHaveLength(1);
  await act(async () => pressIn(entry(made?.name ?? ''), 'Remove'));
  await waitFor(async () => expect(await kept()).toEqual([]));
  await act(async () => {
    fireEvent.click(within(notes().at(-1) as HTMLElement).getByRole('button', { name: 'Undo' }));
  });
  await waitFor(() => expect(connections.list.get()).toHaveLength(2));
  await expect(kept()).resolves.toHaveLength(1);
});

describe('a schema file', () => {
  const drop = async (content: string, name: string) => {
    const files = [new File([content], name)];
    await act(async () => {
      fireEvent.drop(screen.getByRole('list', { name: 'Connections' }), { dataTransfer: { types: ['Files'], files } });
    });
  };

  it('replaces the introspection of the server when it is dropped, and can be removed again', async () => {
    const { page, entry } = open({ fetch: async () => json({ errors: [{ message: 'Introspection is disabled' }] }) });
    await act(() => page.session.schema.forget());
    expect(entry('Test').getByText('The server does not provide its schema: Introspection is disabled')).toBeTruthy();
    await drop('type Query { berths: [String!]! }', 'berths.graphql');
    await waitFor(() => expect(entry('Test').getByText(/^Schema from the file berths\.graphql/)).toBeTruthy());
    const state = page.session.schema.get();
    expect(state.status === 'ready' && [...state.schema.queryType.fields.keys()]).toEqual(['berths']);
    await act(async () => pressIn(entry('Test'), 'Remove the file'));
    expect(entry('Test').getByText(/^The server does not provide its schema/)).toBeTruthy();
  });

  it('can be chosen by the button, as a saved introspection response; Undo requests the schema from the server again', async () => {
    const server = introspectionFromSchema(buildSchema(SDL));
    const { page, entry } = open({ fetch: async () => json({ data: server }) });
    const other = introspectionFromSchema(buildSchema('type Query { cranes: Int }'));
    await choose('Choose a schema file…', JSON.stringify({ data: other }), 'answer.json');
    await waitFor(() => expect(entry('Test').getByText(/^Schema from the file answer\.json/)).toBeTruthy());
    await act(async () => press('Undo'));
    await waitFor(() => expect(entry('Test').getByText(/^Schema from the server/)).toBeTruthy());
    expect(page.session.schema.introspection()).toEqual(server);
  });

  it('is refused with the reason if it is invalid, and nothing changes', async () => {
    const { entry } = open();
    await drop('type Query { a: }', 'broken.graphql');
    await waitFor(() => expect(screen.getAllByText(/^broken\.graphql cannot be used: .*line 1, column 17/)).toBeTruthy());
    expect(entry('Test').getByText(/^Schema from the server/)).toBeTruthy();
  });

  it('is not read if it is too large, and the note says why', async () => {
    open();
    const file = new File(['type Query { berths: [String!]! }'], 'large.graphql');
    Object.defineProperty(file, 'size', { value: 100_000_001 });
    const read = jest.spyOn(file, 'text');
    await act(async () => {
      fireEvent.drop(screen.getByRole('list', { name: 'Connections' }), { dataTransfer: { types: ['Files'], files: [file] } });
    });
    expect(notes().at(-1)?.textContent).toContain('large.graphql cannot be used: it is larger than 100 MB');
    expect(read).not.toHaveBeenCalled();
  });

  it('of connections that has entries without a valid address says how many were left out', async () => {
    const { connections } = open();
    const file = {
      kind: 'oriel-connections',
      connections: [{ name: 'New', httpEndpoint: 'https://new.test/' }, { name: 'No' }, 7],
    };
    await drop(JSON.stringify(file), 'theirs.json');
    await waitFor(() => expect(connections.list.get().at(-1)?.name).toBe('New'));
    expect(notes().at(-1)?.textContent).toContain('Imported: 1. Could not be read: 2.');
  });

  it('is not confused with a dropped file of connections, which is imported', async () => {
    const { connections } = open();
    const file = { kind: 'oriel-connections', version: 1, connections: [{ name: 'New', httpEndpoint: 'https://new.test/' }] };
    await drop(JSON.stringify(file, null, 2), 'theirs.json');
    await waitFor(() => expect(connections.list.get().at(-1)?.name).toBe('New'));
  });
});
