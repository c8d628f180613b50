/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Rows as a board, a calendar and a gallery: which are offered, which rows are requested, and that moving a card is an edit. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, showData } from '../showData';

afterEach(endAll);

const SDL = `
  scalar Date
  scalar DateTime
  enum Status { EXPECTED IN_PORT DEPARTED }
  type Visit { id: ID!, name: String!, status: Status, paid: Boolean!, eta: DateTime, day: Date, photo: String, size: Int }
  input DateTimeFilter { gte: DateTime, lt: DateTime }
  input VisitFilter { eta: DateTimeFilter }
  input VisitPatch { name: String, status: Status }
  type Query { visits(filter: VisitFilter, limit: Int, offset: Int): [Visit!]!, visit(id: ID!): Visit, ports: [Port!]! }
  type Port { code: String!, depth: Float }
  type Mutation { updateVisit(id: ID!, patch: VisitPatch!): Visit }
`;

interface DayFilter {
  eta?: { gte?: string; lt?: string };
}

function harbour() {
  const visits = [
    { id: 'v1', name: 'Nordlys', status: 'EXPECTED', paid: false, eta: '2026-11-05T10:00:00Z', day: '2026-11-05', size: 10 },
    { id: 'v2', name: 'Amber', status: 'IN_PORT', paid: true, eta: '2026-11-30T23:30:00Z', day: '2026-11-30', size: 20 },
    { id: 'v3', name: 'Comet', status: null, paid: true, eta: null, day: null, size: null },
    { id: 'v4', name: 'Swift', status: 'EXPECTED', paid: false, eta: '2026-11-05T12:00:00Z', day: '2026-12-24', size: 40 },
  ];
  const server = schemaServer(SDL, {
    visits: ({ filter, limit = 50, offset = 0 }: { filter?: DayFilter; limit?: number; offset?: number }) =>
      visits
        .filter(
          ({ eta }) =>
            (!filter?.eta?.gte || (eta !== null && eta >= filter.eta.gte)) &&
            (!filter?.eta?.lt || (eta !== null && eta < filter.eta.lt)),
        )
        .slice(offset, offset + limit),
    visit: ({ id }: { id: string }) => visits.find(visit => visit.id === id) ?? null,
    ports: () => [],
    updateVisit: ({ id, patch }: { id: string; patch: object }) =>
      Object.assign(visits.find(visit => visit.id === id) as object, patch),
  });
  const mutations = () => server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  return { ...server, visits, mutations, introspection: introspectionFromSchema(server.schema) };
}

const lane = (name: RegExp) => within(screen.getByRole('region', { name }));
const cardsOf = (name: RegExp): string[] =>
  [...lane(name).getByRole('list').querySelectorAll('.card-title')].map(card => card.textContent ?? '');
const menuOf = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^View: / }));
  return within(await screen.findByRole('menu'));
};

test('only the presentations that the columns of the type allow are offered', async () => {
  const shown = showData(harbour(), '/data/visits');
  const menu = await menuOf();
  expect([...document.querySelectorAll('.menu-item')].map(item => item.textContent)).toEqual(
    expect.arrayContaining(['Table', 'Board', 'Calendar', 'Gallery']),
  );
  fireEvent.click(menu.getByText('Board'));
  expect(await screen.findByRole('region', { name: /^Expected/ })).toBeTruthy();
  expect(shown.address()).toBe('/data/visits?kind=board&by=status');
  endAll();
  showData(harbour(), '/data/ports');
  const plain = await menuOf();
  expect(plain.queryByText('Table')).toBeNull();
});

test('a board has a lane for each value, in the order of the schema, and one for null', async () => {
  showData(harbour(), '/data/visits?kind=board&by=status');
  await screen.findByRole('region', { name: /^Expected/ });
  expect(screen.getAllByRole('heading', { level: 2 }).map(head => head.textContent)).toEqual([
    'Expected2 rows',
    'In port1 row',
    'Departed0 rows',
    'None1 row',
  ]);
  expect(cardsOf(/^Expected/)).toEqual(['Nordlys', 'Swift']);
});

test.each([
  ['as the API counts them', 'filter: TaskFilter', ['Open2 of 3', 'Done0 of 1'], 0],
  ['of the loaded rows if the API does not count them', 'other: Int', ['Open2 rows', 'Done0 rows'], 1],
])('a lane of a longer list shows its rows, %s', async (_, filter, heads, notes) => {
  const tasks = ['OPEN', 'OPEN', 'DONE', 'OPEN'].map((state, at) => ({ id: `t${at}`, name: `Task ${at}`, state }));
  const server = schemaServer(
    `enum State { OPEN DONE }
     type Task { id: ID!, name: String!, state: State! } input StateFilter { eq: State } input TaskFilter { state: StateFilter }
     type TaskPage { items: [Task!]!, total: Int! } type Query { tasks(${filter}, limit: Int, offset: Int): TaskPage! }`,
    {
      tasks(args: { filter?: { state?: { eq?: string } }; limit?: number; offset?: number }) {
        const found = tasks.filter(({ state }) => (args.filter?.state?.eq ?? state) === state);
        return { items: found.slice(args.offset ?? 0, (args.offset ?? 0) + Math.min(args.limit ?? 2, 2)), total: found.length };
      },
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/tasks?kind=board&by=state');
  await screen.findByRole('region', { name: /^Open/ });
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 }).map(head => head.textContent)).toEqual(heads));
  expect(screen.queryAllByText('Of the 2 rows loaded')).toHaveLength(notes);
});

test('Escape on a card closes the record, and the focus stays on the card', async () => {
  const shown = showData(harbour(), '/data/visits?kind=board&by=status');
  const card = within(await screen.findByRole('region', { name: /^Expected/ })).getByRole('button', { name: 'Nordlys' });
  card.focus();
  fireEvent.click(card);
  await waitFor(() => expect(shown.address()).toContain('record='));
  fireEvent.keyDown(card, { key: 'Escape' });
  await waitFor(() => expect(shown.address()).not.toContain('record='));
  expect(document.activeElement).toBe(card);
});

test('moving a card stages the change, which is sent only after a review', async () => {
  const server = harbour();
  showData(server, '/data/visits?kind=board&by=status');
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Nordlys' }), { key: 'ArrowRight', ctrlKey: true });
  await waitFor(() => expect(cardsOf(/^In port/)).toEqual(['Nordlys', 'Amber']));
  expect(document.activeElement?.textContent).toBe('Nordlys');
  expect(screen.getByText('Nordlys moved to In port, not sent yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Move Amber' }));
  fireEvent.click(within(await screen.findByRole('menu')).getByText('None'));
  await waitFor(() => expect(cardsOf(/^None/)).toEqual(['Amber', 'Comet']));
  expect(server.mutations()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 changes' }));
  await waitFor(() => expect(dialog.getAllByText('Sent')).toHaveLength(2));
  expect(server.mutations()).toEqual([
    { id: 'v1', patch: { status: 'IN_PORT' } },
    { id: 'v2', patch: { status: null } },
  ]);
});

function drag() {
  const kept = new Map<string, string>();
  return {
    setData: (type: string, value: string) => void kept.set(type, value),
    getData: (type: string) => kept.get(type) ?? '',
    get types() {
      return [...kept.keys()];
    },
  };
}
const cardOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('button', { name })).closest('[data-card]') as HTMLElement;

test('a card moves when it is dropped on another lane, but not on its own', async () => {
  showData(harbour(), '/data/visits?kind=board&by=status');
  const dataTransfer = drag();
  fireEvent.dragStart(await cardOf('Swift'), { dataTransfer });
  fireEvent.drop(screen.getByRole('region', { name: /^Expected/ }), { dataTransfer });
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
  fireEvent.dragStart(await cardOf('Swift'), { dataTransfer });
  fireEvent.drop(screen.getByRole('region', { name: /^Departed/ }), { dataTransfer });
  await waitFor(() => expect(cardsOf(/^Departed/)).toEqual(['Swift']));
});

test('the dragged card moves even if the rows change during the drag, and a card of another window does not', async () => {
  const server = harbour();
  showData(server, '/data/visits?kind=board&by=status');
  const dataTransfer = drag();
  fireEvent.dragStart(await cardOf('Swift'), { dataTransfer });
  server.visits.reverse();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(cardsOf(/^Expected/)).toEqual(['Swift', 'Nordlys']));
  fireEvent.drop(screen.getByRole('region', { name: /^Departed/ }), { dataTransfer });
  await waitFor(() => expect(cardsOf(/^Departed/)).toEqual(['Swift']));
  fireEvent.drop(screen.getByRole('region', { name: /^In port/ }), { dataTransfer });
  expect(cardsOf(/^In port/)).toEqual(['Amber']);
  // After a drop elsewhere, no card is being dragged.
  fireEvent.dragStart(await cardOf('Nordlys'), { dataTransfer });
  fireEvent.dragEnd(await cardOf('Nordlys'), { dataTransfer });
  fireEvent.drop(screen.getByRole('region', { name: /^In port/ }), { dataTransfer });
  expect(cardsOf(/^In port/)).toEqual(['Amber']);
});

test('the title of a card has its own direction, and the room for the menu follows the page', async () => {
  showData(harbour(), '/data/visits?kind=board&by=status');
  const title = await screen.findByText('Nordlys', { selector: '.card-title *' });
  expect(title.tagName).toBe('BDI');
  // The padding of the button is on the side of the menu, in the direction of the page.
  expect(title.closest('.card-title')?.hasAttribute('dir')).toBe(false);
});

test('cards cannot be moved if the column cannot be changed, and the menu says why', async () => {
  const server = harbour();
  showData(server, '/data/visits?kind=board&by=paid');
  const lanes = await screen.findAllByRole('region', { name: /^(yes|no)/ });
  expect(lanes).toHaveLength(2);
  const card = screen.getByRole('button', { name: 'Nordlys' });
  expect(card.closest('[data-card]')?.getAttribute('draggable')).toBe('false');
  fireEvent.keyDown(card, { key: 'ArrowLeft', ctrlKey: true });
  expect(await screen.findAllByText('The API does not accept changes to this field.')).toBeTruthy();
  expect(cardsOf(/^no/)).toEqual(['Nordlys', 'Swift']);
});

test('a calendar requests the days that it shows, in the time zone of the user', async () => {
  const server = harbour();
  showData(server, '/data/visits?kind=calendar&by=eta&month=2026-11-01&size=100');
  expect(await screen.findByRole('button', { name: 'Nordlys' })).toBeTruthy();
  expect(server.requests.filter(({ query }) => query.includes('visits'))).toHaveLength(1);
  const filter = server.requests.at(-1)?.variables?.filter as { eta: { gte: string; lt: string } };
  expect(Date.parse(filter.eta.lt) - Date.parse(filter.eta.gte)).toBe(35 * 86_400_000);
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeTruthy();
  // All rows of these days are requested, so there are no pages.
  expect(document.querySelector('.pager')).toBeNull();
  const day = screen.getByRole('button', { name: 'Nordlys' }).closest('td') as HTMLElement;
  expect(
    within(day)
      .getAllByRole('button')
      .map(row => row.textContent),
  ).toEqual(['Nordlys', 'Swift']);
  // Their status has the same colour as in a table, and is in the description.
  expect(screen.getByRole('button', { name: 'Nordlys' }).querySelector('.calendar-mark.hue-0')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Amber' }).querySelector('.calendar-mark.hue-1')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Amber' }).title).toBe('Amber · In port');
  expect(day.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-05');
  expect(screen.getByText('3 rows')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
  expect(await screen.findByRole('heading', { name: 'December 2026' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
  expect(await screen.findByText('0 rows')).toBeTruthy();
});

test('a calendar requests earlier days first, unless the view has an order', async () => {
  const server = schemaServer(
    `scalar DateTime
     type Visit { id: ID!, name: String!, eta: DateTime }
     input DateTimeFilter { gte: DateTime, lt: DateTime }
     input VisitFilter { eta: DateTimeFilter }
     enum Direction { ASC DESC }
     input VisitOrder { eta: Direction, name: Direction }
     type Query { visits(filter: VisitFilter, orderBy: VisitOrder, limit: Int, offset: Int): [Visit!]! }`,
    { visits: () => [{ id: 'v1', name: 'Nordlys', eta: '2026-11-05T10:00:00Z' }] },
  );
  const introspection = introspectionFromSchema(server.schema);
  const orders = () =>
    server.requests.filter(({ query }) => query.includes('visits')).map(({ variables }) => Object.values(variables));
  showData({ ...server, introspection }, '/data/visits?kind=calendar&by=eta&month=2026-11-01&size=100');
  expect(await screen.findByRole('button', { name: 'Nordlys' })).toBeTruthy();
  expect(orders()).toEqual([expect.arrayContaining([{ eta: 'ASC' }])]);
  endAll();
  showData({ ...server, introspection }, '/data/visits?kind=calendar&by=eta&month=2026-11-01&size=100&sort=-name');
  expect(await screen.findByRole('button', { name: 'Nordlys' })).toBeTruthy();
  expect(orders().slice(1)).toEqual([expect.arrayContaining([{ name: 'DESC' }])]);
});

test('a calendar requests all pages of its days, up to a limit, and reports when rows are missing', async () => {
  const server = harbour();
  for (let at = 0; at < 60; at++)
    server.visits.push({
      id: `x${at}`,
      name: `Visit ${at}`,
      status: 'EXPECTED',
      paid: true,
      eta: `2026-11-${String(1 + (at % 28)).padStart(2, '0')}T12:00:00Z`,
      day: '2026-11-01',
      size: at,
    });
  const shown = showData(server, '/data/visits?kind=calendar&by=eta&month=2026-11-01&size=10');
  expect(await screen.findByRole('button', { name: 'Visit 59' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/rows loaded/)).toBeNull());
  const requestCount = () => server.requests.filter(({ query }) => query.includes('visits')).length;
  const before = requestCount();
  const entry = screen.getByRole('button', { name: 'Visit 59' });
  entry.focus();
  fireEvent.click(entry);
  await waitFor(() => expect(new URLSearchParams(shown.address().split('?')[1]).get('record')).toContain('x59'));
  // Opening a record neither requests the days again nor hides their rows meanwhile.
  expect(entry.isConnected).toBe(true);
  expect(document.activeElement).toBe(entry);
  fireEvent.click(screen.getByRole('button', { name: 'Nordlys' }));
  await waitFor(() => expect(new URLSearchParams(shown.address().split('?')[1]).get('record')).not.toContain('x59'));
  expect(entry.isConnected).toBe(true);
  expect(requestCount()).toBe(before);
  for (let at = 60; at < 300; at++)
    server.visits.push({
      id: `x${at}`,
      name: `Visit ${at}`,
      status: 'EXPECTED',
      paid: true,
      eta: '2026-10-12T12:00:00Z',
      day: '2026-10-12',
      size: at,
    });
  fireEvent.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(await screen.findByText('Of the 200 rows loaded')).toBeTruthy();
});

test('a calendar shows the loaded rows, and says so, if the date cannot be filtered', async () => {
  showData(harbour(), '/data/visits?kind=calendar&by=day&month=2026-12-01');
  expect(await screen.findByRole('button', { name: 'Swift' })).toBeTruthy();
  expect(screen.getByText('Of the 4 rows loaded')).toBeTruthy();
  expect(document.querySelector('.pager')).not.toBeNull();
});

/** Events with a start and an end, of which the table shows neither. */
function diary(patch = 'startsAt: DateTime, endsAt: DateTime, day: Date') {
  const events = [
    { id: 'e1', name: 'Regatta', startsAt: '2026-11-05T10:00:00Z', endsAt: '2026-11-06T12:30:00Z', day: '2026-11-05' },
    { id: 'e2', name: 'Survey', startsAt: '2026-11-10T08:00:00Z', endsAt: null, day: '2026-11-10' },
  ];
  const server = schemaServer(
    `scalar Date scalar DateTime type Event { id: ID!, name: String!, startsAt: DateTime!, endsAt: DateTime, day: Date }
     input EventPatch { name: String, ${patch} } type Query { events: [Event!]!, event(id: ID!): Event }
     type Mutation { updateEvent(id: ID!, patch: EventPatch!): Event }`,
    {
      events: () => events,
      event: ({ id }: { id: string }) => events.find(event => event.id === id) ?? null,
      updateEvent: ({ id, patch }: { id: string; patch: object }) =>
        Object.assign(events.find(event => event.id === id) ?? {}, patch),
    },
  );
  const mutations = () => server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  return { ...server, mutations, introspection: introspectionFromSchema(server.schema) };
}

const dayOfEntry = (name: string): string | null | undefined =>
  screen.getByRole('button', { name }).closest('td')?.querySelector('time')?.getAttribute('datetime');

test('an entry of a calendar is moved to another day with its end, keeps its time, and is sent only after a review', async () => {
  const server = diary();
  showData(server, '/data/events?columns=name&kind=calendar&by=startsAt&month=2026-11-01');
  const entry = (await screen.findByRole('button', { name: 'Regatta' })).closest('[data-card]') as HTMLElement;
  const kept = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => void kept.set(type, value),
    getData: (type: string) => kept.get(type) ?? '',
    get types() {
      return [...kept.keys()];
    },
  };
  const dayAt = (iso: string): HTMLElement => document.querySelector(`time[datetime="${iso}"]`)?.closest('td') as HTMLElement;
  fireEvent.dragStart(entry, { dataTransfer });
  fireEvent.drop(dayAt('2026-11-05'), { dataTransfer });
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
  fireEvent.dragStart(entry, { dataTransfer });
  fireEvent.drop(dayAt('2026-11-19'), { dataTransfer });
  await waitFor(() => expect(dayOfEntry('Regatta')).toBe('2026-11-19'));
  fireEvent.keyDown(screen.getByRole('button', { name: 'Survey' }), { key: 'ArrowRight', ctrlKey: true });
  await waitFor(() => expect(dayOfEntry('Survey')).toBe('2026-11-11'));
  fireEvent.keyDown(screen.getByRole('button', { name: 'Survey' }), { key: 'ArrowDown', ctrlKey: true });
  await waitFor(() => expect(dayOfEntry('Survey')).toBe('2026-11-18'));
  expect(document.activeElement?.textContent).toBe('Survey');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Survey' }), { key: 'ArrowRight' });
  expect(document.activeElement?.textContent).toBe('Regatta');
  expect(server.mutations()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 3 changes' }));
  await waitFor(() => expect(dialog.getAllByText('Sent')).toHaveLength(2));
  expect(server.mutations()).toEqual([
    { id: 'e1', patch: { startsAt: '2026-11-19T10:00:00.000Z', endsAt: '2026-11-20T12:30:00.000Z' } },
    { id: 'e2', patch: { startsAt: '2026-11-18T08:00:00.000Z' } },
  ]);
});

test('an entry of a calendar stays on its day if the date cannot be changed', async () => {
  const server = diary('note: String');
  showData(server, '/data/events?kind=calendar&by=day&month=2026-11-01');
  const entry = await screen.findByRole('button', { name: 'Regatta' });
  expect(entry.closest('[data-card]')?.getAttribute('draggable')).toBe('false');
  fireEvent.keyDown(entry, { key: 'ArrowRight', ctrlKey: true });
  expect(await screen.findAllByText('The API does not accept changes to this field.')).toBeTruthy();
  expect(dayOfEntry('Regatta')).toBe('2026-11-05');
});

test('an address without a column uses the first suitable one, and ignores an unsuitable one', async () => {
  const shown = showData(harbour(), '/data/visits?kind=gallery&by=__proto__');
  await waitFor(() => expect(new URLSearchParams(shown.address().split('?')[1]).get('by')).toBe('photo'));
  expect(await screen.findByRole('button', { name: 'Nordlys' })).toBeTruthy();
});

test('a card whose title consists of its relations does not repeat them as fields', async () => {
  const sdl = `
    enum Status { EXPECTED DEPARTED }
    type Ship { id: ID!, name: String! }
    type Call { id: ID!, status: Status!, ship: Ship!, berth: Ship, cargo: Int, pilot: String }
    type Query { calls(limit: Int, offset: Int): [Call!]!, call(id: ID!): Call, ship(id: ID!): Ship }
  `;
  const ship = (id: string, name: string) => ({ id, name });
  const calls = [
    { id: 'c1', status: 'EXPECTED', ship: ship('s1', 'Nordlys'), berth: ship('s2', 'Quay 2'), cargo: 10, pilot: 'Ada' },
    { id: 'c2', status: 'DEPARTED', ship: ship('s3', 'Amber'), berth: null, cargo: 20, pilot: 'Bo' },
  ];
  const server = schemaServer(sdl, { calls: () => calls, call: () => null, ship: () => null });
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/calls?kind=board&by=status');
  const card = (await screen.findByText('Nordlys · Quay 2')).closest('.card') as HTMLElement;
  expect([...card.querySelectorAll('dt')].map(field => field.textContent)).toEqual(['Cargo', 'Pilot', 'ID']);
  const other = screen.getByText('Amber', { selector: 'bdi' }).closest('.card') as HTMLElement;
  expect([...other.querySelectorAll('dt')].map(field => field.textContent)).toEqual(['Cargo', 'Pilot', 'ID']);
});
