/** The Docs screen: pages, search, the map with the keyboard, schema changes. */
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
const respond = (sdl: string) => introspectionFromSchema(buildSchema(sdl), { inputValueDeprecation: true });

function Docs({ session }: { session: Session }) {
  const { path } = useReadable(session.navigation.address);
  return <DocsScreen session={session} path={pathParts(path).slice(1)} />;
}
const shown: ShownScreen[] = [];
function show(address: string, introspection: unknown = respond(SDL)): ShownScreen {
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
  it('shows a type with its interfaces, fields, uses and definition', async () => {
    const page = show('/docs/Ship/name');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ship');
    expect(screen.getByText('Implements').parentElement?.querySelector('a')?.getAttribute('href')).toBe('/docs/Node');
    const marked = page.container.querySelector('[aria-current="true"]');
    expect(marked?.textContent).toContain('name: String');
    expect(screen.getByText('Used by').parentElement?.textContent).toContain('Query.ships: [Ship!]');
    expect(page.container.querySelector('.docs-sdl')?.textContent).toContain('type Ship implements Node {');
  });

  it('shows the beginning of a very long default value', () => {
    const sdl = `type Query { ships(note: String = "${'x'.repeat(50_000)}"): Int }`;
    const page = show('/docs/Query/ships', respond(sdl));
    const field = page.container.querySelector('.docs-arguments');
    expect(field?.textContent).toContain('Default "xxx');
    expect(field?.textContent?.length).toBeLessThan(2000);
  });

  it.each([
    ['Ship.name', 'Ship', 'name: String'],
    ['Query.ships(filter:)', 'Query', 'filter: Filter'],
    ['Kind.CARGO', 'Kind', 'CARGO'],
    ['Filter.kind', 'Filter', 'kind: Kind'],
    ['@cost(weight:)', '@cost', 'weight: Int!'],
  ])('shows what the schema coordinate %s names', (coordinate, heading, marked) => {
    const page = show(`/docs/${encodeURIComponent(coordinate)}`);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(page.container.querySelector('[aria-current="true"]')?.textContent?.slice(0, marked.length)).toBe(marked);
    expect(screen.queryByRole('note')).toBe(null);
  });

  it.each([
    ['Ship.gone', 'Ship.gone'],
    ['Query.ships(gone:)', 'Query.ships(gone:)'],
    ['Kind.CARGO(a:)', 'Kind.CARGO(a:)'],
    ['Ship(a:)', 'Ship(a:)'],
    ['@cost(gone:)', '@cost(gone:)'],
    ['@cost.weight', '@cost.weight'],
  ])('reports that the schema coordinate %s is unknown, and shows the type', (coordinate, named) => {
    show(`/docs/${encodeURIComponent(coordinate)}`);
    expect(screen.getByRole('note').textContent).toBe(`“${named}” is not in the schema.`);
  });

  it('reports an unknown field, and shows the type', async () => {
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

  it('formats the description of the schema as it does the others', async () => {
    show('/docs', respond(`"""\n# Harbour\n\nAll of **it**.\n""" schema { query: Query } ${SDL}`));
    expect((await screen.findByText('it')).tagName).toBe('STRONG');
    expect(screen.queryByText(/# Harbour/)).toBe(null);
  });

  it('formats descriptions without HTML, and without links to scripts', async () => {
    const page = show('/docs/Ship');
    await screen.findByRole('link', { name: /the pier/ });
    expect(page.container.querySelector('img')).toBe(null);
    expect([...page.container.querySelectorAll('a')].filter(link => /javascript/i.test(link.getAttribute('href') ?? ''))).toEqual(
      [],
    );
    expect(page.container.textContent).toContain('<img src=x onerror=alert(2)>');
  });

  it('shows directives, and reports an unknown name', () => {
    show('/docs/%40cost');
    expect(screen.getByText('FIELD_DEFINITION')).toBeTruthy();
    show('/docs/__proto__');
    expect(screen.getByText(/is not in the schema/)).toBeTruthy();
  });

  it('finds types and fields by name and description, with the search text in the address', async () => {
    const page = show('/docs');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ship' } });
    expect(links(screen.getByRole('list', { name: 'Search results' })).slice(0, 2)).toEqual(['/docs/Ship', '/docs/Visit/ship']);
    // The address changes after a pause in typing, or when the field loses the focus.
    expect(page.address()).toBe('/docs');
    fireEvent.blur(screen.getByRole('searchbox'));
    expect(page.address()).toBe('/docs?q=ship');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'vis' } });
    await waitFor(() => expect(page.address()).toBe('/docs?q=vis'));
    act(() => page.session.navigation.go('/docs/Visit'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Visit');
  });

  it('lists everything deprecated, with the reasons', () => {
    const page = show('/docs?view=deprecated');
    expect([...page.container.querySelectorAll('.docs-field dt')].map(term => term.textContent)).toEqual([
      'Ship.berth',
      'Kind.CARGO',
      'Filter.old',
    ]);
    expect(page.container.textContent).toContain('Use visits');
  });

  it('shows the complete definition', () => {
    const page = show('/docs?view=sdl');
    expect(page.container.textContent).toContain('directive @cost(weight: Int! = 1) on FIELD_DEFINITION');
  });
});

it('requests the schema again, and explains a failure', async () => {
  const page = show('/docs');
  const refresh = jest.spyOn(page.session.schema, 'refresh');
  fireEvent.click(screen.getByRole('button', { name: 'Refresh schema' }));
  expect(refresh).toHaveBeenCalledTimes(1);
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be reached|cannot be reached/i);
  // The previous schema is still shown.
  expect(screen.getByRole('heading', { name: 'Entry points' })).toBeTruthy();
});

describe('the map of related types', () => {
  const node = (name: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(`[data-type="${name}"]`);
    if (!found) throw new Error(`${name} is not on the map`);
    return found;
  };
  const focused = (): string | null | undefined => document.activeElement?.getAttribute('data-type');

  /** Expands or collapses the map, as a click does. */
  const toggle = async (page: ShownScreen): Promise<void> => {
    const fold = screen.getByText('Related types').closest('details');
    if (!fold) throw new Error('no map');
    fold.open = !fold.open;
    fireEvent(fold, new Event('toggle'));
    await page.pass();
  };

  it('is one tab stop, and the arrow keys move between the types', async () => {
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

  it('is collapsed at first, and stays as the user left it', async () => {
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

describe('changes since the last seen schema', () => {
  it('are announced on the first page, listed by severity, and dropped when they are marked as seen', async () => {
    const page = show('/docs', respond(SDL));
    expect(screen.queryByText(/has changed since/)).toBe(null);
    act(() =>
      page.session.schema.accept(
        respond(SDL.replace('name: String', 'name: Int length: Float').replace('CARGO', 'FERRY CARGO')),
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

  it('are reported as descriptions only if nothing else differs', async () => {
    const page = show('/docs?view=changes');
    act(() => page.session.schema.accept(respond(SDL.replace('Where it', 'Where all')), 'new.json'));
    await page.pass();
    await screen.findByText(/Only descriptions/);
  });
});
