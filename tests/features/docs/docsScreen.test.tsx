/** Docs: pages, search, the map from the keyboard, what changed. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { DocsScreen } from '../../../src/features/docs/DocsScreen';
import type { Session } from '../../../src/session/connections/session';
import { pathParts } from '../../../src/session/navigation/navigation';
import { useReadable } from '../../../src/ui/useReadable';
import { renderScreen, type ShownScreen } from '../../support/renderScreen';

const SDL = `
  directive @cost(weight: Int! = 1) on FIELD_DEFINITION
  """Where it **starts**."""
  type Query { ships(filter: Filter): [Ship!] visit(id: ID!): Visit }
  interface Node { id: ID! }
  """See [the pier](https://example.org/pier), [not this](javascript:alert(1)), <img src=x onerror=alert(2)>."""
  type Ship implements Node { id: ID! name: String visits: [Visit!] berth: String @deprecated(reason: "Use \`visits\`") }
  type Visit implements Node { id: ID! ship: Ship! at: Kind }
  enum Kind { TANKER CARGO @deprecated }
  input Filter { kind: Kind old: Int @deprecated(reason: "gone") }
`;
const answer = (sdl: string) => introspectionFromSchema(buildSchema(sdl), { inputValueDeprecation: true });

function Docs({ session }: { session: Session }) {
  const { path } = useReadable(session.navigation.address);
  return <DocsScreen session={session} path={pathParts(path).slice(1)} />;
}
const shown: ShownScreen[] = [];
function show(address: string, introspection: unknown = answer(SDL)): ShownScreen {
  const one = renderScreen(session => <Docs session={session} />, { introspection, address });
  shown.push(one);
  return one;
}
function close(): void {
  for (const one of shown.splice(0)) {
    one.unmount();
    one.session.dispose();
  }
}
afterEach(close);
const links = (within_: HTMLElement): (string | null)[] =>
  within(within_)
    .getAllByRole('link')
    .map(link => link.getAttribute('href'));

describe('a page of Docs', () => {
  it('shows a type with its kin, fields, uses and definition', async () => {
    const page = show('/docs/Ship/name');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ship');
    expect(screen.getByText('Implements').parentElement?.querySelector('a')?.getAttribute('href')).toBe('/docs/Node');
    const marked = page.container.querySelector('[aria-current="true"]');
    expect(marked?.textContent).toContain('name: String');
    expect(screen.getByText('Used by').parentElement?.textContent).toContain('Query.ships: [Ship!]');
    expect(page.container.querySelector('.docs-sdl')?.textContent).toContain('type Ship implements Node {');
  });

  it('says that a field is not there, and shows the type', async () => {
    for (const [address, named] of [
      ['/docs/Ship/gone', 'Ship.gone'],
      ['/docs/Kind/GONE', 'Kind.GONE'],
      ['/docs/Filter/gone', 'Filter.gone'],
    ] as const) {
      show(address);
      expect(screen.getByRole('note').textContent).toBe(`“${named}” is not in the schema.`);
      close();
    }
    for (const address of ['/docs/Ship/name', '/docs/Kind/CARGO', '/docs/Filter/kind', '/docs/Ship']) {
      show(address);
      expect(screen.queryByRole('note')).toBe(null);
      close();
    }
  });

  it('sets the description of the schema itself as it does the others', async () => {
    show('/docs', answer(`"""\n# Harbour\n\nAll of **it**.\n""" schema { query: Query } ${SDL}`));
    expect((await screen.findByText('it')).tagName).toBe('STRONG');
    expect(screen.queryByText(/# Harbour/)).toBe(null);
  });

  it('sets descriptions without ever making HTML of them, nor links that run', async () => {
    const page = show('/docs/Ship');
    await screen.findByRole('link', { name: /the pier/ });
    expect(page.container.querySelector('img')).toBe(null);
    expect([...page.container.querySelectorAll('a')].filter(link => /javascript/i.test(link.getAttribute('href') ?? ''))).toEqual(
      [],
    );
    expect(page.container.textContent).toContain('<img src=x onerror=alert(2)>');
  });

  it('knows directives, and says of a name that it is none', () => {
    show('/docs/%40cost');
    expect(screen.getByText('FIELD_DEFINITION')).toBeTruthy();
    show('/docs/__proto__');
    expect(screen.getByText(/is not in the schema/)).toBeTruthy();
  });

  it('finds by name and description, with the question in the address', async () => {
    const page = show('/docs');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ship' } });
    expect(links(screen.getByRole('list', { name: 'Search results' })).slice(0, 2)).toEqual(['/docs/Ship', '/docs/Visit/ship']);
    // The address follows when the typing has come to rest, or when the field is left.
    expect(page.address()).toBe('/docs');
    fireEvent.blur(screen.getByRole('searchbox'));
    expect(page.address()).toBe('/docs?q=ship');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'vis' } });
    await waitFor(() => expect(page.address()).toBe('/docs?q=vis'));
    act(() => page.session.navigation.go('/docs/Visit'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Visit');
  });

  it('lists what is deprecated, with the reasons', () => {
    const page = show('/docs?view=deprecated');
    expect([...page.container.querySelectorAll('.docs-field dt')].map(term => term.textContent)).toEqual([
      'Ship.berth',
      'Kind.CARGO',
      'Filter.old',
    ]);
    expect(page.container.textContent).toContain('Use visits');
  });

  it('shows the whole definition', () => {
    const page = show('/docs?view=sdl');
    expect(page.container.textContent).toContain('directive @cost(weight: Int! = 1) on FIELD_DEFINITION');
  });
});

it('asks for the schema again, and says why when it cannot be had', async () => {
  const page = show('/docs');
  const refresh = jest.spyOn(page.session.schema, 'refresh');
  fireEvent.click(screen.getByRole('button', { name: 'Refresh schema' }));
  expect(refresh).toHaveBeenCalledTimes(1);
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be reached|cannot be reached/i);
  // What was known is still shown.
  expect(screen.getByRole('heading', { name: 'Entry points' })).toBeTruthy();
});

describe('the map of types around one', () => {
  const node = (name: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(`[data-type="${name}"]`);
    if (!found) throw new Error(`${name} is not on the map`);
    return found;
  };
  const focused = (): string | null | undefined => document.activeElement?.getAttribute('data-type');

  /** Expands or folds the map, as a click does. */
  const toggle = async (page: ShownScreen): Promise<void> => {
    const fold = screen.getByText('Related types').closest('details');
    if (!fold) throw new Error('no map');
    fold.open = !fold.open;
    fireEvent(fold, new Event('toggle'));
    await page.pass();
  };

  it('is one tab stop, and arrows go to the types beside, above and below', async () => {
    await toggle(show('/docs/Visit'));
    const map = screen.getByRole('group', { name: 'Types related to Visit' });
    expect(
      within(map)
        .getAllByRole('link')
        .filter(link => link.getAttribute('tabindex') === '0'),
    ).toEqual([node('Visit')]);
    node('Visit').focus();
    fireEvent.keyDown(node('Visit'), { key: 'ArrowRight' });
    expect(focused()).toBe('Ship');
    fireEvent.keyDown(node('Ship'), { key: 'ArrowDown' });
    expect(focused()).toBe('Kind');
    fireEvent.keyDown(node('Kind'), { key: 'Home' });
    expect(focused()).toBe('Visit');
    fireEvent.keyDown(node('Visit'), { key: 'ArrowLeft' });
    expect(['Query', 'Node']).toContain(focused());
    expect(node('Ship').getAttribute('aria-label')).toBe('Ship: Visit.ship and Ship.visits');
    expect(node('Ship').getAttribute('href')).toBe('/docs/Ship');
  });

  it('is folded at first, and stays as it was left', async () => {
    const page = show('/docs/Visit');
    expect(screen.queryByRole('group', { name: 'Types related to Visit' })).toBe(null);
    await toggle(page);
    act(() => page.session.navigation.go('/docs/Ship'));
    await page.pass();
    expect(screen.getByRole('group', { name: 'Types related to Ship' })).toBeTruthy();
    await toggle(page);
    act(() => page.session.navigation.go('/docs/Visit'));
    await page.pass();
    expect(screen.queryByRole('group', { name: 'Types related to Visit' })).toBe(null);
  });
});

describe('what changed since the copy seen last', () => {
  it('is announced on the first page, shown by weight, and forgotten when it is marked as seen', async () => {
    const page = show('/docs', answer(SDL));
    expect(screen.queryByText(/has changed since/)).toBe(null);
    act(() =>
      page.session.schema.accept(
        answer(SDL.replace('name: String', 'name: Int length: Float').replace('CARGO', 'FERRY CARGO')),
        'new.json',
      ),
    );
    await page.pass();
    expect(screen.getByText(/The schema has changed since/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See what changed' }).getAttribute('href')).toBe('/docs?view=changes');
    act(() => page.session.navigation.go('/docs?view=changes'));
    await page.pass();
    await waitFor(() => expect(page.container.querySelectorAll('.docs-change')).toHaveLength(3));
    expect([...page.container.querySelectorAll('.docs-change')].map(line => line.textContent)).toEqual([
      'Ship.nametype changedbefore: Stringnow: Int',
      'Kind.FERRYadded',
      'Ship.lengthadded',
    ]);
    expect(links(page.container.querySelector('.docs-changes') as HTMLElement)).toEqual(['/docs/Ship/name']);
    fireEvent.click(screen.getByRole('button', { name: 'Mark as seen' }));
    await page.pass();
    expect(screen.getByText(/No changes since your last visit/)).toBeTruthy();
    expect(document.activeElement?.getAttribute('role')).toBe('tab');
  });

  it('says so when only descriptions differ', async () => {
    const page = show('/docs?view=changes');
    act(() => page.session.schema.accept(answer(SDL.replace('Where it', 'Where all')), 'new.json'));
    await page.pass();
    await screen.findByText(/Only descriptions/);
  });
});
