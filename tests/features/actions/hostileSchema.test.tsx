/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Hostile and very large schemas: shown as text, nothing is executed, and all work is bounded. */
import { fireEvent, screen } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { ActionsScreen } from '../../../src/features/actions/ActionsScreen';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen } from '../../support/renderScreen';
import { json, scriptedFetch } from '../../support/scriptedFetch';

const shown = endingScreens();

/** `action`: its name, with the query parameters of the page. */
async function open(introspection: unknown, action?: string, response: unknown = { data: {} }) {
  const { fetch, requests } = scriptedFetch(json(response));
  const page = renderScreen(
    session => <ActionsScreen session={session} {...(action ? { action: action.split('?')[0] } : {})} />,
    {
      introspection,
      address: action ? `/actions/${action}` : '/actions',
      fetch,
    },
  );
  shown.push(page);
  await page.pass();
  return { ...page, requests };
}
const of = (sdl: string): unknown => introspectionFromSchema(schemaOf(sdl), { inputValueDeprecation: true });

/** Inserts a text that the schema language does not allow. */
function withText(introspection: unknown, from: string, to: string): unknown {
  return JSON.parse(JSON.stringify(introspection).replaceAll(from, JSON.stringify(to).slice(1, -1)));
}

it('shows descriptions as text, whatever their length and content', async () => {
  const evil = `<img src=x onerror="globalThis.ran = true"> [click](javascript:globalThis.ran=true) \u202Egnp.exe\u202C ${'long '.repeat(2000)}`;
  const schema = withText(of('type Query { x: Int } type Mutation { "EVIL" act("EVIL" a: String): Int }'), 'EVIL', evil);
  await open(schema, 'act');
  expect(document.querySelector('img[src="x"], a[href^="javascript"]')).toBeNull();
  expect((globalThis as { ran?: boolean }).ran).toBeUndefined();
  expect(document.body.textContent?.length).toBeLessThan(5000);
});

it('sends arguments called __proto__ and constructor under their names', async () => {
  const schema = withText(
    of('type Query { x: Int } type Mutation { act(AAA: String, constructor: String): Int }'),
    'AAA',
    '__proto__',
  );
  const { requests, pass } = await open(schema, 'act', { data: { act: 1 } });
  const fields = screen.getAllByRole('textbox');
  fireEvent.change(fields[0] as HTMLElement, { target: { value: 'one' } });
  fireEvent.change(fields[1] as HTMLElement, { target: { value: 'two' } });
  fireEvent.click(screen.getByRole('button', { name: 'Act' }));
  await pass();
  expect(Object.entries(requests[0]?.json?.variables ?? {}).sort()).toEqual([
    ['__proto__', 'one'],
    ['constructor', 'two'],
  ]);
});

it('collapses an input that requires itself, and reports that it cannot be filled in', async () => {
  const schema = of(`
    type Query { x: Int }
    input Loop { name: String, next: Loop! }
    type Mutation { act(loop: Loop!): Int }
  `);
  await open(schema, 'act');
  expect(screen.getByText('This action needs an input that cannot be entered here.')).toBeTruthy();
  expect(screen.getAllByLabelText('Name')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Add Next' }));
  expect(screen.getAllByLabelText('Name')).toHaveLength(2);
});

it('renders required arguments of an unknown scalar and of an empty enum', async () => {
  const schema = of('scalar Weird type Query { x: Int } type Mutation { act(w: Weird!): Int }');
  const { requests, pass } = await open(schema, 'act', { data: { act: 1 } });
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '{"a": [1, 2]}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Act' }));
  await pass();
  expect(requests[0]?.json?.variables).toEqual({ w: { a: [1, 2] } });
});

it('keeps all of 50,000 list items from JSON, and renders only some of them', async () => {
  const schema = of('type Query { x: Int } type Mutation { act(ids: [Int!]!): Int }');
  const { requests, pass } = await open(schema, 'act', { data: { act: 1 } });
  fireEvent.click(screen.getByLabelText('JSON'));
  const ids = Array.from({ length: 50_000 }, (_, n) => n);
  fireEvent.change(screen.getByLabelText('The input as JSON'), { target: { value: JSON.stringify({ ids }) } });
  fireEvent.click(screen.getByLabelText('Form'));
  expect(screen.getAllByRole('textbox').length).toBeLessThan(300);
  expect(screen.getByText('49,800 more items, shown as JSON')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Act' }));
  await pass();
  expect(requests[0]?.json?.variables).toMatchObject({ ids: { length: 50_000 } });
  // jsdom takes seconds for it, on a busy machine more.
}, 180_000);

it('shows the first of 300 fields, and later ones that are required or were filled in', async () => {
  const fields = Array.from({ length: 300 }, (_, n) => `f${n}: String${n === 299 ? '!' : ''}`).join(' ');
  const { requests, pass } = await open(
    of(`type Query { x: Int } input All { ${fields} } type Mutation { act(all: All!): Int }`),
    'act?all.f200=from+the+link',
    { data: { act: 1 } },
  );
  const count = () => screen.getAllByRole('textbox').length;
  expect(count()).toBe(102);
  const late = screen.getByLabelText('F 200') as HTMLInputElement;
  expect(late.value).toBe('from the link');
  fireEvent.change(late, { target: { value: '' } });
  fireEvent.change(screen.getByLabelText(/^F 299/), { target: { value: 'required' } });
  expect(count()).toBe(102);
  fireEvent.click(screen.getByRole('button', { name: 'Show 198 more' }));
  expect(count()).toBe(300);
  fireEvent.click(screen.getByRole('button', { name: 'Act' }));
  await pass();
  expect(requests[0]?.json?.variables).toEqual({ all: { f299: 'required' } });
});

it('lists some of 3,000 actions, and finds the others by name', async () => {
  const fields = Array.from({ length: 3000 }, (_, n) => `doThing${n}(id: ID!): T${n}`).join(' ');
  const types = Array.from({ length: 3000 }, (_, n) => `type T${n} { id: ID!, name: String }`).join(' ');
  await open(of(`type Query { x: Int } type Mutation { ${fields} } ${types}`));
  expect(screen.getAllByRole('link').length).toBeLessThanOrEqual(300);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'thing2999' } });
  expect(screen.getAllByRole('link')).toHaveLength(1);
}, 180_000);

it('shows values of a response as text or safe links, never as links to scripts', async () => {
  const schema = of(`
    scalar URL
    type Query { x: Int }
    type Thing { id: ID!, site: URL!, html: String! }
    type Mutation { act: Thing }
  `);
  const { pass } = await open(schema, 'act', {
    data: { act: { id: '1', site: 'javascript:alert(1)', html: '<b onclick=alert(1)>x</b>', __typename: 'Thing' } },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Act' }));
  await pass();
  expect(document.querySelector('a[href^="javascript"], b[onclick]')).toBeNull();
  expect(screen.getByText('<b onclick=alert(1)>x</b>')).toBeTruthy();
});
