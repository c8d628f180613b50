/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The explorer beside the editor: its checkboxes and the document always agree. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { QueryScreen } from '../../../src/features/query/QueryScreen';
import { queryTabsOf } from '../../../src/features/query/tabs/queryTabs';
import { href } from '../../../src/session/navigation/navigation';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen } from '../../support/renderScreen';
import { scriptedFetch } from '../../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(
  schemaOf(`
    type Query { ships(first: Int, sort: Sort): [Ship!]! find(text: String!): [Found!]! }
    type Mutation { rename(name: String!): Ship }
    type Ship { id: ID! name: String length: Float }
    type Port { code: ID! }
    union Found = Ship | Port
    enum Sort { ASC DESC }
  `),
);

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
(globalThis as { CSS?: unknown }).CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') };

const shown = endingScreens();
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  jest.useRealTimers();
});

const open = async (query: string) => {
  const page = renderScreen(session => <QueryScreen session={session} />, {
    introspection: SCHEMA,
    address: href(['query'], { query }),
    fetch: scriptedFetch().fetch,
  });
  shown.push(page);
  await act(async () => {
    await import('../../../src/features/query/editor/graphqlSupport');
    await import('../../../src/features/query/editor/document/documentTools');
    await import('../../../src/features/query/explorer/ExplorerPanel');
  });
  await page.pass(600);
  fireEvent.click(screen.getByRole('button', { name: 'Explorer' }));
  await page.pass(50);
  const text = (): string => queryTabsOf(page.session).current().query;
  return { page, text };
};
const tree = () => screen.getByRole('tree', { name: 'Explorer' });
const row = (name: RegExp) => within(tree()).getByRole('treeitem', { name });

it('a click adds a field to the document as an undo step of the editor, and another click removes it', async () => {
  const { text } = await open('{\n  # all\n  ships { id }\n}');
  expect(row(/^id/).getAttribute('aria-checked')).toBe('true');
  fireEvent.click(row(/^name/));
  expect(text()).toBe('{\n  # all\n  ships { id name }\n}');
  expect(row(/^name/).getAttribute('aria-checked')).toBe('true');
  fireEvent.click(row(/^name/));
  expect(text()).toBe('{\n  # all\n  ships { id }\n}');
});

it('the first click in a document without an operation adds one, with all required arguments', async () => {
  const { text } = await open('');
  fireEvent.click(row(/^ships/).querySelector('.explorer-fold') as Element);
  fireEvent.click(row(/^sort/));
  expect(text()).toBe('query NewQuery($sort: Sort) {\n  ships(sort: $sort) {\n    id\n  }\n}\n');
});

it('the content of a document without an operation is kept', async () => {
  const { text } = await open('# mine\nfragment F on Ship { id }');
  fireEvent.click(row(/^ships/));
  expect(text()).toMatch(/^# mine\nfragment F on Ship \{ id \}\n\nquery NewQuery \{\n {2}ships/);
});

it('arguments start as variables, and can have a literal value', async () => {
  const { text } = await open('query A {\n  ships { id }\n}');
  fireEvent.click(row(/^sort/));
  expect(text()).toBe('query A($sort: Sort) {\n  ships(sort: $sort) { id }\n}');
  const value = screen.getByRole('combobox', { name: 'Value of sort' });
  fireEvent.change(value, { target: { value: 'DESC) {' } });
  fireEvent.blur(value);
  expect(value.getAttribute('aria-invalid')).toBe('true');
  expect(text()).toContain('sort: $sort');
  fireEvent.change(value, { target: { value: 'DESC' } });
  fireEvent.keyDown(value, { key: 'Enter' });
  expect(text()).toBe('query A {\n  ships(sort: DESC) { id }\n}');
});

it('everything can be done with the keyboard', async () => {
  const { text } = await open('query A {\n}');
  const press = (...keys: string[]): void => {
    for (const key of keys) fireEvent.keyDown(tree(), { key });
  };
  tree().focus();
  // Down to the field `find`, into it, to its argument, to the fragment on Ship.
  press('ArrowDown', 'ArrowDown');
  press('ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown');
  expect(tree().getAttribute('aria-activedescendant')).toBe(row(/… on Ship/).id);
  press(' ');
  expect(text()).toBe('query A($text: String!) {\n  find(text: $text) {\n    ... on Ship {\n      id\n    }\n  }\n}');
  fireEvent.keyDown(tree(), { key: 'Enter', shiftKey: true });
  expect(text()).toContain('... on Ship {\n      id\n      name\n      length\n    }');
  press(' ');
  expect(text()).toBe('query A {\n}');
});

it('operations can be added, selected and renamed', async () => {
  const { page, text } = await open('query A { ships { id } }');
  fireEvent.click(screen.getByRole('button', { name: 'mutation' }));
  await page.pass(50);
  expect(text()).toBe('query A { ships { id } }\n\nmutation NewMutation {\n}\n');
  fireEvent.click(row(/^rename/));
  expect(text()).toContain('mutation NewMutation($name: String!) {\n  rename(name: $name) {\n    id\n  }\n}');
  const name = screen.getAllByRole('textbox', { name: 'Name of the operation' })[1] as HTMLElement;
  fireEvent.change(name, { target: { value: 'Rename' } });
  fireEvent.blur(name);
  expect(text()).toContain('mutation Rename(');
  expect(queryTabsOf(page.session).current().operation).toBe('Rename');
});

it('an invalid document is not changed', async () => {
  const { text } = await open('{ ships { id ');
  expect(screen.getByText(/once it is valid/)).toBeTruthy();
  expect(text()).toBe('{ ships { id ');
  expect((screen.getByRole('button', { name: 'query' }) as HTMLButtonElement).disabled).toBe(true);
});
