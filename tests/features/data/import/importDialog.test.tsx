/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The dialog of an import: a closed one sends nothing, and failures are reported. */
import { act, fireEvent, screen } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import ImportDialog from '../../../../src/features/data/import/ImportDialog';
import { importTurns } from '../../../../src/features/data/import/importTurns';
import { LanguageProvider } from '../../../../src/i18n/LanguageProvider';
import type { AnyLanguageTag } from '../../../../src/i18n/languages';
import { type DocumentStore, memoryDocumentStore } from '../../../../src/lib/documentStore';
import { NO_PRESENTATION } from '../../../../src/lib/page/presentation';
import { createStore } from '../../../../src/lib/store';
import { findCollections } from '../../../../src/schema/collections/collections';
import { presentModel } from '../../../../src/schema/presentation/presentModel';
import { modelOf } from '../../../schema/modelOf';
import { renderScreen } from '../../../support/renderScreen';
import { savedFiles } from '../../../support/savedFiles';
import { testLanguage } from '../../../support/testLanguage';

const saved = savedFiles();

const SDL = `
  type Query { ships: [Ship!]! ship(id: ID!): Ship }
  type Ship { id: ID! name: String! }
  type Mutation { createShip(name: String!): Ship }`;

/** A store in which saving the head of a started import ends when the test releases it. */
function heldHeads() {
  const memory = memoryDocumentStore();
  const waiting: ((isKept: boolean) => void)[] = [];
  const documents: DocumentStore = {
    ...memory,
    set: (key, value) =>
      key.endsWith(':head') && (value as { plan: unknown }).plan !== null
        ? new Promise(resolve => waiting.push(resolve))
        : memory.set(key, value),
  };
  return { documents, waiting };
}

const created = async (): Promise<Response> =>
  new Response('{"data":{"createShip":{"__typename":"Ship","id":"1","name":"x"}}}', {
    headers: { 'content-type': 'application/json' },
  });

function open(documents: DocumentStore, sdl = SDL, respond = created, language: AnyLanguageTag = 'en') {
  const model = presentModel(modelOf(sdl), NO_PRESENTATION, 'en');
  const [collection] = findCollections(model);
  if (collection === undefined) throw new Error('no collection');
  const sent: string[] = [];
  const shown = renderScreen(
    session => (
      <LanguageProvider language={createStore(testLanguage(language))}>
        <ImportDialog session={session} model={model} collection={collection} onClose={() => undefined} />
      </LanguageProvider>
    ),
    {
      introspection: introspectionFromSchema(buildSchema(sdl)),
      documents,
      fetch: async (_, init) => {
        sent.push(String(init?.body));
        return respond();
      },
    },
  );
  let isFree = false;
  const next = (): void =>
    void importTurns(shown.session)
      .take(collection.id, new AbortController().signal)
      .then(() => {
        isFree = true;
      });
  return { ...shown, sent, next, isFree: () => isFree };
}

async function submit(): Promise<void> {
  const form = document.querySelector('form');
  if (form === null) throw new Error('no form');
  await act(async () => void fireEvent.submit(form));
}

async function toColumns(): Promise<void> {
  const rows = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(rows, { target: { value: '[{"name":"A"},{"name":"B"}]' } }));
  await submit();
  await screen.findByText('Import 2 rows');
}

test('an import that is closed while it starts sends nothing, and holds its lock until it is stored', async () => {
  const { documents, waiting } = heldHeads();
  const { unmount, session, sent, next, isFree, pass } = open(documents);
  await toColumns();
  await submit();
  await submit();
  expect(waiting).toHaveLength(1);
  unmount();
  next();
  await pass();
  expect(isFree()).toBe(false);
  for (const keep of waiting) keep(true);
  await pass();
  expect([isFree(), sent]).toEqual([true, []]);
  session.dispose();
});

test('an import that cannot be stored does not start, and says why', async () => {
  const { documents, waiting } = heldHeads();
  const { unmount, session, sent } = open(documents);
  await toColumns();
  await submit();
  await act(async () => waiting[0]?.(false));
  await screen.findByText(/storage of this browser is full, so no more rows/);
  expect(sent).toEqual([]);
  await submit();
  expect(waiting).toHaveLength(2);
  await act(async () => waiting[1]?.(true));
  await screen.findByText(/^2 sent/);
  expect(sent).toHaveLength(2);
  unmount();
  session.dispose();
});

test('a file is dropped or chosen by the same control as in forms, shown by its name, and can be removed', async () => {
  const { unmount, session } = open(memoryDocumentStore());
  const zone = (await screen.findByRole('button', { name: 'Choose a file' })).parentElement as HTMLElement;
  const files = [new File(['name\nAda'], 'ships.csv')];
  fireEvent.drop(zone, { dataTransfer: { files, types: ['Files'] } });
  expect(await screen.findByText('ships.csv')).toBeTruthy();
  expect(screen.getByRole('textbox').matches(':disabled')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Remove ships.csv' }));
  expect(screen.queryByText('ships.csv')).toBeNull();
  expect(screen.getByRole('textbox').matches(':disabled')).toBe(false);
  unmount();
  session.dispose();
});

test('a file that changed after it was chosen is reported, and the lock is free after closing', async () => {
  const { unmount, session, next, isFree, pass } = open(memoryDocumentStore());
  const input = await screen.findByLabelText<HTMLInputElement>('File', { selector: 'input' });
  const unreadable = { name: 'a.csv', size: 10, slice: () => unreadable, text: gone, arrayBuffer: gone };
  Object.defineProperty(input, 'files', { value: [unreadable] });
  await act(async () => void fireEvent.change(input));
  await submit();
  await screen.findByText('The file could not be read. Choose it again.');
  unmount();
  next();
  await pass();
  expect(isFree()).toBe(true);
  session.dispose();
});

const gone = (): Promise<never> => Promise.reject(new DOMException('changed on disk', 'NotReadableError'));

test.each([
  ['are not checked without a key, because nothing finds them', '[{"name":"A","password":"hunter2"}]', false],
  ['can be checked with a key', '[{"code":"a","name":"A"}]', true],
])('rows of unknown outcome show their values, and %s', async (_, rows, isOffered) => {
  const sdl = SDL.replace('(name: String!)', '(code: ID, name: String!)').replace('ship(id: ID!)', 'ship(code: ID!)');
  const keyed = sdl.replace('{ id: ID! name', '{ code: ID! name');
  open(memoryDocumentStore(), keyed, async () => new Response('', { status: 502 }));
  const control = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(control, { target: { value: rows } }));
  await submit();
  await screen.findByText('Import 1 row');
  await submit();
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Stop' })));
  await screen.findByText('Save report');
  expect(screen.getByText(/^1 unknown/)).toBeTruthy();
  expect(screen.getByText('No response. It may have gone through. Check before you send it again.')).toBeTruthy();
  expect(screen.getByText('Row 1').closest('li')?.textContent).toContain('name: A');
  expect(screen.getByText('Row 1').closest('li')?.textContent).not.toContain('hunter2');
  expect(screen.queryByRole('button', { name: 'Check unknown rows' }) !== null).toBe(isOffered);
});

test('the report holds no formulas, neither from the file nor from the API', async () => {
  const answer = { errors: [{ message: '=HYPERLINK("https://evil.example")' }] };
  open(memoryDocumentStore(), SDL, async () => Response.json(answer));
  const control = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(control, { target: { value: '[{"name":"@SUM(A1)","=b":"x"}]' } }));
  await submit();
  await screen.findByText('Import 1 row');
  await submit();
  await act(async () => void fireEvent.click(await screen.findByText('Save report')));
  await screen.findByText(/^1 refused/);
  expect(await saved[0]?.text).toBe(`name,'=b,result,message\r\n'@SUM(A1),x,refused,"'=HYPERLINK(""https://evil.example"")"\r\n`);
});

test.each([
  ['no other number shows what it is', '[{"name":"A","length":"1.234"},{"name":"B","length":"7"}]', 1.234, ['= 1,234']],
  ['another one has a comma', '[{"name":"A","length":"1.234"},{"name":"B","length":"7,5"}]', 1234, []],
  ['another one has a point', '[{"name":"A","length":"1.234"},{"name":"B","length":"7.5"}]', 1.234, []],
])('a number that can mean two things in German is read as its column, and marked if %s', async (_, rows, length, marks) => {
  const sdl = SDL.replaceAll('name: String!', 'name: String!, length: Float');
  const { sent } = open(memoryDocumentStore(), sdl, created, 'de');
  const control = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(control, { target: { value: rows } }));
  await submit();
  await screen.findByText('Import 2 rows');
  expect([...document.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual(marks);
  await submit();
  await screen.findByText(/^2 sent/);
  expect(JSON.parse(sent[0] ?? '').variables).toEqual({ name: 'A', length });
});

test('an empty value of a required field is reported as required', async () => {
  open(memoryDocumentStore());
  const control = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(control, { target: { value: '[{"name":"A"},{"name":""}]' } }));
  await submit();
  expect(await screen.findByText('Name: Required')).toBeTruthy();
});

test.each([
  ['as money, if the rows have its currency', '[{"name":"A","feeCents":1234,"currency":"CHF"}]', /^CHF\s12\.34, stored as 1234$/],
  [
    'with an example, if the currency is unknown',
    '[{"name":"A","feeCents":77}]',
    /^In the smallest unit of the currency: 77 is €0\.77$/,
  ],
])('the unit of an amount in cents is shown %s', async (_, rows, words) => {
  open(memoryDocumentStore(), SDL.replaceAll('name: String!', 'name: String!, feeCents: Int, currency: String'));
  const control = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(control, { target: { value: rows } }));
  await submit();
  expect(await screen.findByText(words)).toBeTruthy();
});

test.each([
  ['en', '03/04/2027', '2027-03-04', ['= Mar 4, 2027']],
  ['en', '2027-04-03 00:00', '2027-04-03', []],
  ['de', '3.4.2027', '2027-04-03', ['= 03.04.2027']],
] as const)(
  'a date that a spreadsheet wrote in %s as %s is read, and marked if its order could be another',
  async (language, written, day, marks) => {
    const sdl = `scalar Date\n${SDL.replaceAll('name: String!', 'name: String!, builtOn: Date')}`;
    const { sent } = open(memoryDocumentStore(), sdl, created, language);
    const control = await screen.findByLabelText('Or paste rows');
    await act(
      async () => void fireEvent.change(control, { target: { value: JSON.stringify([{ name: 'A', builtOn: written }]) } }),
    );
    await submit();
    await screen.findByText('Import 1 row');
    expect([...document.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual(marks);
    await submit();
    await screen.findByText(/^1 sent/);
    expect(JSON.parse(sent[0] ?? '').variables).toEqual({ name: 'A', builtOn: day });
  },
);

test('an import by key shows the keys and what empty cells mean, and says after a reload how many rows remain', async () => {
  const sdl = SDL.replace('createShip(name: String!)', 'updateShip(id: ID!, name: String)');
  const documents = memoryDocumentStore();
  const shown = open(documents, sdl, async () => new Response('', { status: 502 }));
  const rows = [1, 2, 3].map(id => ({ id: `s${id}`, name: `Ship ${id}` }));
  const control = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(control, { target: { value: JSON.stringify(rows) } }));
  await submit();
  await screen.findByText('Import 3 rows');
  expect(screen.getByRole('group', { name: 'Empty cells' })).toBeTruthy();
  expect(screen.queryByLabelText('Field for id')).toBeNull();
  const preview = screen.getByRole('region', { name: 'First rows' });
  expect([...preview.querySelectorAll('tbody tr')].map(row => row.textContent)).toEqual(['1s1Ship 1', '2s2Ship 2', '3s3Ship 3']);
  const head = await documents.get(shown.session.documentKey('import:ships:head'));
  await documents.set(shown.session.documentKey('import:ships:head'), {
    ...(head as object),
    plan: { matching: [null, 'name'], mode: 'update', keyColumn: 0 },
  });
  await documents.set(shown.session.documentKey('import:ships:states:0'), { states: '+.!', messages: [] });
  shown.unmount();
  open(documents, sdl);
  expect(await screen.findByText(/^1 sent, 1 not sent,? and 1 waiting$/)).toBeTruthy();
  expect(screen.getByText('Continue with 1 row')).toBeTruthy();
});

test.each([
  ['ID', 'p1', ''],
  ['Int', 7, ''],
  // The record has the key beside the relation, as in Hasura.
  ['ID beside the relation', 'p1', 'portId: ID'],
  ['Int beside the relation', 7, 'portId: Int'],
])(
  'names of related records with a key of type %s are read; those of none or several are marked and not sent',
  async (named, id, beside) => {
    const [type] = named.split(' ');
    const sdl = `
    type Query { ships: [Ship!]! ship(id: ID!): Ship ports: [Port!]! port(id: ${type}!): Port }
    type Port { id: ${type}! name: String! }
    type Ship { id: ID! name: String! port: Port ${beside} }
    type Mutation { createShip(name: String!, portId: ${type}): Ship }`;
    const ports = [
      { __typename: 'Port', id, name: 'Bergen' },
      { __typename: 'Port', id: 8, name: 'Twin' },
      { __typename: 'Port', id: 9, name: 'Twin' },
    ];
    const ship = { __typename: 'Ship', id: '1', name: 'A' };
    const { sent } = open(memoryDocumentStore(), sdl, async () =>
      Response.json({ data: { ports, port: null, createShip: ship } }),
    );
    const control = await screen.findByLabelText('Or paste rows');
    const rows = [
      { name: 'A', port: 'Bergen' },
      { name: 'B', port: 'Nowhere' },
      { name: 'C', port: 'Twin' },
    ];
    await act(async () => void fireEvent.change(control, { target: { value: JSON.stringify(rows) } }));
    await submit();
    expect(await screen.findByText('“Nowhere” is not a valid value for Port ID')).toBeTruthy();
    expect(await screen.findByText('“Twin” is not a valid value for Port ID')).toBeTruthy();
    expect(screen.queryByText(/“Bergen” is not/)).toBeNull();
    expect(screen.getByText('2 rows of the first 3 will not be sent as they are')).toBeTruthy();
    const mutations = (): unknown[] => sent.filter(body => body.includes('mutation')).map(body => JSON.parse(body).variables);
    expect(mutations()).toEqual([]);
    await submit();
    await screen.findByText(/^1 sent.* 2 /);
    expect(mutations()).toEqual([{ name: 'A', portId: id }]);
  },
);

test('rows that are known to be wrong do not count among those to import', async () => {
  open(memoryDocumentStore(), SDL);
  const control = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(control, { target: { value: '[{"name":"A"},{"name":""},{"name":"C"}]' } }));
  await submit();
  await screen.findByText('1 row of the first 3 will not be sent as they are');
  expect(screen.getByRole('button', { name: 'Import 2 rows' })).toBeTruthy();
});

test('the required fields without a column are named in one sentence', async () => {
  const sdl = SDL.replace('createShip(name: String!)', 'createShip(name: String!, imo: String!, flag: String!)');
  open(memoryDocumentStore(), sdl);
  const control = await screen.findByLabelText('Or paste rows');
  await act(async () => void fireEvent.change(control, { target: { value: '[{"flag":"NO"}]' } }));
  await submit();
  await screen.findByText('No column for required fields: Name and IMO');
});
