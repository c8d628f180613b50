/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Fields for keys of records: records are chosen by name, and current values are filled in. With a real schema. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { graphql, introspectionFromSchema } from 'graphql';
import { ActionsScreen } from '../../../../src/features/actions/ActionsScreen';
import { createRecordChoices } from '../../../../src/session/history/recordChoices';
import { modelOf, schemaOf } from '../../../schema/modelOf';
import { renderScreen, type ShownScreen } from '../../../support/renderScreen';

const SDL = `
  scalar Decimal
  enum Status { BOOKED ARRIVED }
  type Ship { id: ID!, name: String!, flag: String }
  type Berth { id: ID!, code: String! }
  type Visit { id: ID!, status: Status!, notes: String, reason: String, tonnes: Float, dues: Decimal, berth: Berth! }
  input ShipFilter { name: StringFilter }
  input StringFilter { contains: String, eq: String }
  input Patch { status: Status, notes: String, tonnes: Float, dues: Decimal, berthId: ID }
  input Ref { id: ID! }
  type Money { amount: Float!, currency: String!, note: String }
  type Place { name: String!, zone: String }
  type Owner { id: ID!, name: String! }
  type Race { id: ID!, name: String!, zone: String, fee: Money, start: Place!, owner: Owner! }
  input MoneyInput { amount: Float!, currency: String!, note: String }
  input PlaceInput { name: String!, zone: String }
  input OwnerInput { name: String! }
  input RacePatch { name: String, fee: MoneyInput, start: PlaceInput!, finish: PlaceInput, owner: OwnerInput }
  type Memo { title: String!, length: Int, author: WriterResponse }
  type MemoEntity { id: ID, attributes: Memo }
  type MemoResponse { data: MemoEntity }
  type Writer { name: String! }
  type WriterEntity { id: ID, attributes: Writer }
  type WriterResponse { data: WriterEntity }
  type MemoList { data: [MemoEntity!]!, meta: ListMeta! }
  type ListMeta { pagination: ListPagination! }
  type ListPagination { total: Int!, pageCount: Int! }
  input MemoFilters { id: IdFilter }
  input IdFilter { eq: ID }
  input MemoPagination { page: Int, pageSize: Int }
  input MemoInput { title: String, length: Int }
  type Task { id: ID!, title: String!, done: Boolean, notes: String, berth: Berth }
  input TaskInput { title: String!, done: Boolean, notes: String, berthId: ID }
  type Post { id: ID!, title: String!, body(length: Int = 5): String! }
  type Route { id: ID!, name: String!, stops: [String!]! }
  type Pass { id: ID!, name: String!, zone: String, version: Int! }
  input PassCondition { version: Int }
  type Log { id: ID!, name: String!, notes(limit: Int): [String!]!, berths(limit: Int): [Berth!]! }
  input LogPatch { name: String, notes: [String!], berthIds: [ID!] }
  input StopsInput { id: ID!, name: String, stops: [String!]! }
  input RoutePatch { name: String, stops: [String!] }
  type Query {
    route(id: ID!): Route
    pass(id: ID!): Pass
    log(id: ID!): Log
    memos(filters: MemoFilters, pagination: MemoPagination = {}): MemoList
    ships(limit: Int, offset: Int, filter: ShipFilter): [Ship!]!
    berths: [Berth!]!
    ship(id: ID!): Ship
    berth(id: ID!): Berth
    visits(limit: Int, offset: Int): [Visit!]!
    visit(id: ID!): Visit
    post(id: ID!): Post
    races: [Race!]!
    owner(id: ID!): Owner
    race(id: ID!): Race
    task(id: ID!): Task
  }
  type Mutation {
    bookVisit(shipId: ID!, fromBerthId: ID, ids: [ID!], code: String, ship: Ref, countryId: ID): Visit
    changeVisit(id: ID!, patch: Patch!): Visit
    changeRace(id: ID!, patch: RacePatch!): Race
    createTask(input: TaskInput!): Task
    updateTask(id: ID!, input: TaskInput!): Task
    changeRoute(id: ID!, patch: RoutePatch!): Route
    updateRoute(id: ID!, name: String, stops: [String!]!): Route
    extendRoute(input: StopsInput!): Route
    linkRoute(input: StopsInput!): Route
    updateRouteRemoveStops(input: StopsInput!): Route
    deleteShip(id: ID!): Ship
    updateLog(id: ID!, patch: LogPatch!): Log
    changePass(id: ID!, name: String, zone: String, expectedVersion: Int): Pass
    updatePass(id: ID!, name: String, zone: String, condition: PassCondition): Pass
    cancelVisit(id: ID!, reason: String!, status: Status): Visit
    setVisitReason(id: ID!, reason: String!): Visit
    updatePost(id: ID!, title: String!, body: String!): Post
    updateMemo(id: ID!, data: MemoInput!): MemoResponse
  }
`;
const SCHEMA = schemaOf(SDL);
const SHIPS = Array.from({ length: 60 }, (_, n) => ({ id: `s${n}`, name: n === 41 ? 'Nordlys' : `Ship ${n}`, flag: 'Norway' }));
const BERTHS = Array.from({ length: 30 }, (_, n) => ({ id: `b${n}`, code: `B${n}` }));
const WRITER = { data: { id: 'w1', attributes: { name: 'Ada' } } };
const MEMO = { id: 'm1', attributes: { title: 'Tides', length: 7, author: WRITER } };
const FEE = { amount: 5, currency: 'EUR', note: 'at the start' };
const RACE = {
  id: 'r1',
  name: 'Regatta',
  zone: 'North',
  fee: FEE,
  start: { name: 'Kiel', zone: null },
  owner: { id: 'o1', name: 'Ada' },
};
const requests: string[] = [];
const changed: unknown[] = [];
/** What the answer about a route waits for. */
const loading: { route: Promise<void> } = { route: Promise.resolve() };
const pass = { version: 7, isOld: false };
const recordPass = (values: object) => {
  changed.push(JSON.parse(JSON.stringify(values)));
  if (pass.isOld) throw new Error('Somebody else has changed it');
  return { id: 'p1', name: 'Brenner', zone: 'A', version: 8 };
};
const ROOT = {
  ships: ({ limit, filter }: { limit?: number; filter?: { name?: { contains?: string } } }) => {
    requests.push(`ships ${filter?.name?.contains ?? ''}`);
    const wanted = filter?.name?.contains?.toLowerCase() ?? '';
    return SHIPS.filter(ship => ship.name.toLowerCase().includes(wanted)).slice(0, limit);
  },
  memos: () => ({ data: [MEMO], meta: { pagination: { total: 1, pageCount: 1 } } }),
  updateMemo: ({ data }: { data: object }) => ({ data: { ...MEMO, attributes: { ...MEMO.attributes, ...data } } }),
  changeVisit: ({ id, patch }: { id: string; patch: object }) => {
    changed.push({ id, patch: { ...patch } });
    return { id, status: 'BOOKED', berth: BERTHS[3], ...patch };
  },
  changeRace: ({ patch }: { patch: object }) => {
    changed.push(JSON.parse(JSON.stringify(patch)));
    return RACE;
  },
  task: ({ id }: { id: string }) => ({ id, title: 'Paint', done: true, notes: null, berth: BERTHS[3] }),
  updateTask: ({ id, input }: { id: string; input: object }) => {
    changed.push(JSON.parse(JSON.stringify(input)));
    return { id, title: 'Paint' };
  },
  route: async ({ id }: { id: string }) => {
    await loading.route;
    return { id, name: 'Fjords', stops: id === 'u2' ? ['Riga'] : ['Kiel', 'Oslo'] };
  },
  changeRoute: ({ id, patch }: { id: string; patch: object }) => {
    changed.push(JSON.parse(JSON.stringify(patch)));
    return { id, name: 'Fjords', stops: [], ...patch };
  },
  updateRoute: (values: object) => {
    changed.push(JSON.parse(JSON.stringify(values)));
    return { id: 'u1', name: 'Fjords', stops: [], ...values };
  },
  pass: ({ id }: { id: string }) => ({ id, name: 'Brenner', zone: 'A', version: pass.version }),
  log: ({ id }: { id: string }) => ({ id, name: 'Bridge', notes: ['a', 'b'], berths: BERTHS }),
  updateLog: ({ patch }: { patch: object }) => {
    changed.push(JSON.parse(JSON.stringify(patch)));
    return { id: 'l1', name: 'Bridge', notes: [], berths: [] };
  },
  changePass: recordPass,
  updatePass: recordPass,
  race: () => RACE,
  races: () => [RACE],
  post: ({ id }: { id: string }) => ({
    id,
    title: 'Tides',
    body: ({ length }: { length: number }) => 'A long text'.slice(0, length),
  }),
  berths: () => BERTHS,
  ship: ({ id }: { id: string }) => SHIPS.find(ship => ship.id === id) ?? null,
  deleteShip: ({ id }: { id: string }) => SHIPS.find(ship => ship.id === id) ?? null,
  berth: ({ id }: { id: string }) => BERTHS.find(berth => berth.id === id) ?? null,
  visit: ({ id }: { id: string }) =>
    id === 'v1' ? { id, status: 'BOOKED', notes: null, reason: 'Repairs', tonnes: 12.5, dues: '12.50', berth: BERTHS[3] } : null,
};

const respond = async (_: unknown, init?: RequestInit): Promise<Response> => {
  const { query, variables } = JSON.parse(String(init?.body)) as { query: string; variables: Record<string, unknown> };
  if (Object.values(variables).includes('lost')) return new Response('Bad gateway', { status: 502 });
  const result = await graphql({ schema: SCHEMA, source: query, rootValue: ROOT, variableValues: variables });
  return new Response(JSON.stringify(result), { headers: { 'content-type': 'application/json' } });
};

const shown: ShownScreen[] = [];
afterEach(() => {
  requests.length = 0;
  changed.length = 0;
  loading.route = Promise.resolve();
  Object.assign(pass, { version: 7, isOld: false });
  for (const { unmount, session } of shown.splice(0)) {
    unmount();
    session.dispose();
  }
});

function open(address: string) {
  const action = address.split('?')[0]?.split('/')[2] ?? '';
  const page = renderScreen(session => <ActionsScreen session={session} action={action} />, {
    introspection: introspectionFromSchema(SCHEMA),
    address,
    fetch: respond as typeof fetch,
  });
  shown.push(page);
  return page;
}

describe('the records that a field refers to', () => {
  const model = modelOf(SDL);
  const choices = createRecordChoices(model, 'Visit');
  const id = (name: string) => ({ name, control: { kind: 'scalar', scalar: { kind: 'id' } } });
  it.each([
    ['shipId', ['shipId'], 'Ships'],
    ['fromBerthId', ['fromBerthId'], 'Berths'],
    ['ship_id', ['input', 'ship_id'], 'Ships'],
    ['ship', ['ship'], 'Ships'],
    ['id', ['ship', 'id'], 'Ships'],
    ['id', ['id'], 'Visits'],
    ['', ['shipIds', 0], 'Ships'],
    ['existingId', ['input', 'ship', 'existingId'], 'Ships'],
    ['parentId', ['berths', 0, 'children', 1, 'parentId'], 'Berths'],
    ['parentId', ['input', 'parentId'], 'Visits'],
    ['countryId', ['ship', 'countryId'], undefined],
    ['countryId', ['countryId'], undefined],
    ['shipping', ['shipping'], undefined],
  ])('%s at %j: %s', (name, path, label) => {
    expect(choices(id(name), path)?.label).toBe(label);
  });

  it('treats a text as a key only if its name says so', () => {
    const text = (name: string) => ({ name, control: { kind: 'scalar', scalar: { kind: 'text' } } });
    expect(choices(text('ship'), ['ship'])).toBeNull();
    expect(choices(text('ship_id'), ['ship_id'])?.label).toBe('Ships');
  });

  it('returns the same source each time, so that nothing is loaded twice', () => {
    expect(choices(id('shipId'), ['shipId'])).toBe(choices(id('ship'), ['a', 'ship']));
  });
});

describe('choosing', () => {
  it('searches the server by name, and fills in the key, with the name below', async () => {
    open('/actions/bookVisit');
    const field = screen.getByLabelText('Ship ID').closest('.draft-field') as HTMLElement;
    fireEvent.click(within(field).getByRole('button', { name: 'Choose…' }));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(20));
    expect(screen.getByText('Only the first are shown. Search to find others.')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Search Ships' }), { target: { value: 'nord' } });
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(requests).toContain('ships nord');
    fireEvent.keyDown(screen.getByRole('combobox', { name: 'Search Ships' }), { key: 'Enter' });
    expect(screen.getByLabelText('Ship ID')).toHaveProperty('value', 's41');
    expect(within(field).getByText('Nordlys')).toBeTruthy();
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('searches the first page if the server has no search', async () => {
    open('/actions/bookVisit');
    const field = screen.getByLabelText('From berth ID').closest('.draft-field') as HTMLElement;
    fireEvent.click(within(field).getByRole('button', { name: 'Choose…' }));
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(10));
    fireEvent.change(screen.getByRole('combobox', { name: 'Search Berths' }), { target: { value: 'b29' } });
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    fireEvent.click(screen.getByRole('option'));
    expect(screen.getByLabelText('From berth ID')).toHaveProperty('value', 'b29');
  });

  it('shows the name of a key that is typed or in the address', async () => {
    open('/actions/bookVisit?shipId=s41');
    await waitFor(() => screen.getByText('Nordlys'));
  });
});

describe('the current values', () => {
  it('are filled in; changes are marked, and only they are sent', async () => {
    open('/actions/changeVisit?id=v1');
    await waitFor(() => expect(screen.getByLabelText('Tonnes')).toHaveProperty('value', '12.5'));
    expect(screen.getByLabelText('Berth ID')).toHaveProperty('value', 'b3');
    expect(screen.getByLabelText('ID')).toHaveProperty('disabled', true);
    expect(screen.queryByText(/^Now:/)).toBeNull();
    const of = (label: string) => screen.getByLabelText(label).closest('.draft-field') as HTMLElement;
    fireEvent.change(screen.getByLabelText('Tonnes'), { target: { value: '14' } });
    expect(within(of('Tonnes')).getByText(/^Now:/)).toBeTruthy();
    expect(within(of('Tonnes')).getByText('12.5')).toBeTruthy();
    act(() => fireEvent.click(within(of('Tonnes')).getByRole('button', { name: 'Discard' })));
    expect(screen.getByLabelText('Tonnes')).toHaveProperty('value', '12.5');
    expect(screen.queryByText(/^Now:/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Notes'), { target: { value: 'late' } });
    fireEvent.click(screen.getByRole('button', { name: 'Change visit' }));
    await waitFor(() => expect(changed).toEqual([{ id: 'v1', patch: { notes: 'late' } }]));
  });

  it('are sent as text if the server sends numbers as text', async () => {
    open('/actions/changeVisit?id=v1');
    const dues = await screen.findByDisplayValue('12.50');
    fireEvent.change(dues, { target: { value: '7' } });
    fireEvent.click(screen.getByRole('button', { name: 'Change visit' }));
    await waitFor(() => expect(changed).toEqual([{ id: 'v1', patch: { dues: '7' } }]));
  });

  it('of a list are filled in, and the whole list is sent if one of them changes', async () => {
    open('/actions/changeRoute?id=u1');
    fireEvent.change(await screen.findByDisplayValue('Oslo'), { target: { value: 'Bergen' } });
    expect(screen.getByDisplayValue('Kiel')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change route' }));
    await waitFor(() => expect(changed).toEqual([{ stops: ['Kiel', 'Bergen'] }]));
  });

  it.each([
    ['changePass', 'Change pass', { expectedVersion: 7 }],
    ['updatePass', 'Update pass', { condition: { version: 7 } }],
  ])('of %s contain the version, which is sent with the change', async (action, button, version) => {
    open(`/actions/${action}?id=p1`);
    fireEvent.change(await screen.findByDisplayValue('Brenner'), { target: { value: 'Brennero' } });
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(changed).toEqual([{ id: 'p1', name: 'Brennero', ...version }]));
  });

  it('are read again after a refusal, which an old version can have caused', async () => {
    open('/actions/changePass?id=p1');
    fireEvent.change(await screen.findByDisplayValue('Brenner'), { target: { value: 'Brennero' } });
    Object.assign(pass, { version: 8, isOld: true });
    fireEvent.click(screen.getByRole('button', { name: 'Change pass' }));
    await screen.findByText('Somebody else has changed it');
    await screen.findByDisplayValue('8');
    pass.isOld = false;
    fireEvent.click(screen.getByRole('button', { name: 'Change pass' }));
    await waitFor(() => expect(changed[1]).toEqual({ id: 'p1', name: 'Brennero', expectedVersion: 8 }));
  });

  it.each([
    ['values', 0, { notes: ['late'] }],
    ['records', 1, { berthIds: ['late'] }],
  ])('of a list of %s that is known in part are not replaced without a question', async (_, place, patch) => {
    open('/actions/updateLog?id=l1');
    await screen.findByDisplayValue('Bridge');
    fireEvent.click(screen.getAllByRole('button', { name: 'Add' })[place] as HTMLElement);
    fireEvent.change(screen.getAllByRole('textbox').at(-1) as HTMLElement, { target: { value: 'late' } });
    fireEvent.click(screen.getByRole('button', { name: 'Update log' }));
    const question = await screen.findByRole('dialog');
    expect(changed).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Update log' }));
    await waitFor(() => expect(changed).toEqual([patch]));
  });

  it('of a required list are sent back with another change', async () => {
    open('/actions/updateRoute?id=u1');
    fireEvent.change(await screen.findByDisplayValue('Fjords'), { target: { value: 'Fjord tour' } });
    expect(screen.getByDisplayValue('Kiel')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Update route' }));
    await waitFor(() => expect(changed).toEqual([{ id: 'u1', name: 'Fjord tour', stops: ['Kiel', 'Oslo'] }]));
  });

  it('of a list cannot be lost to an item that is added before they are loaded', async () => {
    let load: () => void = () => {};
    loading.route = new Promise(resolve => {
      load = () => resolve();
    });
    const { pass } = open('/actions/changeRoute?id=u1');
    await pass();
    const add = () => screen.getByRole('button', { name: 'Add' });
    fireEvent.click(add());
    await act(async () => load());
    await screen.findByDisplayValue('Oslo');
    fireEvent.click(add());
    fireEvent.change(screen.getByLabelText('Stop, 3'), { target: { value: 'Bergen' } });
    fireEvent.click(screen.getByRole('button', { name: 'Change route' }));
    await waitFor(() => expect(changed).toEqual([{ stops: ['Kiel', 'Oslo', 'Bergen'] }]));
  });

  it('of a list that could not be read are not replaced without a question', async () => {
    const { pass } = open('/actions/changeRoute?id=lost');
    await screen.findByRole('alert');
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    fireEvent.change(screen.getByLabelText('Stop, 1'), { target: { value: 'Bergen' } });
    fireEvent.click(screen.getByRole('button', { name: 'Change route' }));
    await pass();
    expect(screen.getByText(/^Not all current values could be read/)).toBeTruthy();
  });

  it('of the list of one record are not sent for another', async () => {
    open('/actions/changeRoute');
    fireEvent.change(screen.getByLabelText('ID'), { target: { value: 'u1' } });
    fireEvent.change(await screen.findByDisplayValue('Oslo'), { target: { value: 'Bergen' } });
    fireEvent.change(screen.getByLabelText('ID'), { target: { value: 'u2' } });
    await screen.findByDisplayValue('Riga');
    expect(screen.queryByDisplayValue('Bergen')).toBeNull();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Gulfs' } });
    fireEvent.click(screen.getByRole('button', { name: 'Change route' }));
    await waitFor(() => expect(changed).toEqual([{ name: 'Gulfs' }]));
  });

  it('of a list are removed with an empty list', async () => {
    open('/actions/changeRoute?id=u1');
    await screen.findByDisplayValue('Oslo');
    for (const name of ['Remove Stop, 2', 'Remove Stop, 1']) fireEvent.click(screen.getByRole('button', { name }));
    fireEvent.click(screen.getByRole('button', { name: 'Change route' }));
    await waitFor(() => expect(changed).toEqual([{ stops: [] }]));
  });

  it.each(['extendRoute', 'linkRoute', 'updateRouteRemoveStops'])(
    'of a list are not filled in for %s, which may take only the items to add or to remove',
    async action => {
      open(`/actions/${action}?input.id=u1`);
      await screen.findByDisplayValue('Fjords');
      expect(screen.queryByDisplayValue('Kiel')).toBeNull();
    },
  );

  it('of an object are all filled in, and sent together with a changed one', async () => {
    open('/actions/changeRace?id=r1');
    await screen.findByDisplayValue('Regatta');
    fireEvent.change(await screen.findByDisplayValue('5'), { target: { value: '6' } });
    expect(screen.getByDisplayValue('at the start')).toBeTruthy();
    expect(screen.getByDisplayValue('Kiel')).toBeTruthy();
    // Neither start nor finish has the time zone of the race.
    expect(screen.queryAllByDisplayValue('North')).toHaveLength(0);
    expect(screen.queryByDisplayValue('o1')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Change race' }));
    await waitFor(() => expect(changed).toEqual([{ fee: { ...FEE, amount: 6 }, start: { name: 'Kiel' } }]));
  });

  it('are all sent if the input is that of a creation, because the server may replace the record', async () => {
    open('/actions/updateTask?id=t1');
    fireEvent.change(await screen.findByDisplayValue('Paint'), { target: { value: 'Paint it' } });
    fireEvent.click(screen.getByRole('button', { name: 'Update task' }));
    await waitFor(() => expect(changed).toEqual([{ title: 'Paint it', done: true, berthId: 'b3' }]));
  });

  it('are found in records with a separate object for attributes, and so is the result (Strapi 4)', async () => {
    open('/actions/updateMemo?id=m1');
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Tides'));
    fireEvent.change(screen.getByLabelText('Length'), { target: { value: '9' } });
    fireEvent.click(screen.getByRole('button', { name: 'Update memo' }));
    const head = await screen.findByRole('heading', { name: 'Tides' });
    const words = [...(head.closest('article')?.querySelectorAll('dt, dd') ?? [])].map(each => each.textContent);
    expect(words).toEqual(['ID', 'm1', 'Title', 'Tides', 'Length', '9', 'Author', 'Ada']);
  });

  it('are not filled into a reason or a note, unless the action sets it', async () => {
    const { pass } = open('/actions/cancelVisit?id=v1');
    await waitFor(() => expect(screen.getByLabelText('ID')).toHaveProperty('disabled', true));
    await pass();
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', '');
    open('/actions/setVisitReason?id=v1');
    await screen.findByDisplayValue('Repairs');
  });

  it('are not filled in if only a part is known, because they would replace the complete value', async () => {
    open('/actions/updatePost?id=p1');
    await screen.findByDisplayValue('Tides');
    expect(screen.getByLabelText('Body')).toHaveProperty('value', '');
  });

  it('of one record are not shown for another, whose values could not be loaded', async () => {
    open('/actions/updatePost');
    fireEvent.change(screen.getByLabelText('ID'), { target: { value: 'p1' } });
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Tides'));
    fireEvent.change(screen.getByLabelText('ID'), { target: { value: 'lost' } });
    expect(screen.getByLabelText('Title')).toHaveProperty('value', '');
    await waitFor(() => screen.getByRole('alert'));
    expect(screen.getByLabelText('Title')).toHaveProperty('value', '');
  });

  it('are not shown for a record that does not exist', async () => {
    const { pass } = open('/actions/changeVisit?id=v2');
    await pass();
    await pass();
    expect(screen.queryByText(/^Now:/)).toBeNull();
  });
});

it('asks before a deletion by the name of the record, and does not link to it afterwards', async () => {
  open('/actions/deleteShip?id=s41');
  await screen.findByText('Nordlys');
  fireEvent.click(screen.getByRole('button', { name: 'Delete ship' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Nordlys?' });
  await within(dialog).findByText('Nordlys');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete ship' }));
  await screen.findByRole('heading', { name: /^Done/ });
  expect(screen.getByRole('heading', { name: 'Nordlys' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open Ship' })).toBeNull();
});
