/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Existing records are connected to a list of a record, and disconnected from it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import type { SendJob } from '../../../../src/features/data/edit/sending/sendChanges';
import { createStore } from '../../../../src/lib/store';
import { until } from '../../../../src/lib/until';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, showData } from '../showData';

afterEach(endAll);

interface Visit {
  id: string;
  code: string;
  shipId: string | null;
}
interface Ship {
  id: string;
  name: string;
  tagIds: string[];
}

/** `patch`: the fields of the update of a visit. */
function fleet(shipKey = 'shipId: ID', extra = '') {
  const sdl = `
    type Query { ships: [Ship!]! ship(id: ID!): Ship visits: [Visit!]! visit(id: ID!): Visit tags: [Tag!]! tag(id: ID!): Tag }
    type Ship { id: ID! name: String! tags: [Tag!]! visits: [Visit!]! ${extra} }
    type Visit { id: ID! code: String! ship: Ship }
    type Tag { id: ID label: String! }
    input ShipPatch { name: String tagIds: [ID!] }
    input VisitPatch { code: String ${shipKey} }
    type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship updateVisit(id: ID!, patch: VisitPatch!): Visit }
  `;
  const ships: Ship[] = [
    { id: 's1', name: 'Nordlys', tagIds: ['t1'] },
    { id: 's2', name: 'Sleipner', tagIds: [] },
  ];
  const visits: Visit[] = [
    { id: 'v1', code: 'V-1', shipId: 's1' },
    { id: 'v2', code: 'V-2', shipId: 's2' },
    { id: 'v3', code: 'V-3', shipId: null },
  ];
  const tags = ['t1', 't2', 't3'].map(id => ({ id, label: `Tag ${id}` }));
  const sent: unknown[] = [];
  const refusal: { message?: string } = {};
  const shipOf = (ship: Ship | undefined): object | null =>
    ship === undefined
      ? null
      : {
          ...ship,
          // A tag that does not exist any more has no key.
          tags: () => ship.tagIds.map(id => tags.find(tag => tag.id === id) ?? { id: null, label: id }),
          visits: () => visits.filter(visit => visit.shipId === ship.id).map(visitOf),
          firstVisits: () => [],
        };
  const visitOf = (visit: Visit): object => ({ ...visit, ship: () => shipOf(ships.find(({ id }) => id === visit.shipId)) });
  const server = schemaServer(sdl, {
    ships: () => ships.map(shipOf),
    ship: ({ id }: { id: string }) => shipOf(ships.find(ship => ship.id === id)),
    visits: () => visits.map(visitOf),
    visit: ({ id }: { id: string }) => visits.filter(visit => visit.id === id).map(visitOf)[0] ?? null,
    tags,
    tag: ({ id }: { id: string }) => tags.find(tag => tag.id === id) ?? null,
    updateShip({ id, patch }: { id: string; patch: Partial<Ship> }) {
      sent.push({ id, ...patch });
      const ship = ships.find(own => own.id === id);
      if (ship) Object.assign(ship, patch);
      return shipOf(ship);
    },
    updateVisit({ id, patch }: { id: string; patch: Partial<Visit> }) {
      sent.push({ id, ...patch });
      if (refusal.message !== undefined) throw new Error(refusal.message);
      const visit = visits.find(own => own.id === id);
      if (visit) Object.assign(visit, patch);
      return visit ? visitOf(visit) : null;
    },
  });
  return Object.assign(server, { sent, ships, visits, refusal, introspection: introspectionFromSchema(buildSchema(sdl)) });
}

const list = async (name: RegExp) => within(await screen.findByRole('region', { name }));

async function choose(within_: Awaited<ReturnType<typeof list>>, key: string) {
  fireEvent.click(await within_.findByRole('button', { name: 'Connect existing' }));
  const form = within(await screen.findByRole('dialog', { name: 'Connect existing' }));
  fireEvent.change(await form.findByRole('textbox'), { target: { value: key } });
  fireEvent.click(form.getByRole('button', { name: 'Connect' }));
  return form;
}

describe('by the update of the record in the list', () => {
  it('a record without a link is connected', async () => {
    const server = fleet();
    const { session } = showData(server, '/data/ships/s1?nested=visits');
    await choose(await list(/^Visits/), 'v3');
    await waitFor(() => expect(server.sent).toEqual([{ id: 'v3', shipId: 's1' }]));
    await screen.findByText('V-3');
    expect(screen.queryByRole('dialog')).toBeNull();
    const [stored] = Object.values(session.drafts.read('edits:visits') ?? {});
    expect(stored).toBeUndefined();
  });

  it('a record of another one is moved only after a second press', async () => {
    const server = fleet();
    showData(server, '/data/ships/s1?nested=visits');
    const form = await choose(await list(/^Visits/), 'v2');
    await form.findByText('“V-2” belongs to “Sleipner”. Moving it here removes it there.');
    expect(server.sent).toEqual([]);
    fireEvent.click(form.getByRole('button', { name: 'Move here' }));
    await waitFor(() => expect(server.sent).toEqual([{ id: 'v2', shipId: 's1' }]));
  });

  it('a record that was moved since the question is not moved without another one', async () => {
    const server = fleet();
    server.ships.push({ id: 's3', name: 'Viking', tagIds: [] });
    showData(server, '/data/ships/s1?nested=visits');
    const form = await choose(await list(/^Visits/), 'v2');
    await form.findByText('“V-2” belongs to “Sleipner”. Moving it here removes it there.');
    const [, moved] = server.visits;
    if (moved) moved.shipId = 's3';
    fireEvent.click(form.getByRole('button', { name: 'Move here' }));
    await form.findByText('“V-2” belongs to “Viking”. Moving it here removes it there.');
    expect(server.sent).toEqual([]);
    fireEvent.click(form.getByRole('button', { name: 'Move here' }));
    await waitFor(() => expect(server.sent).toEqual([{ id: 'v2', shipId: 's1' }]));
  });

  it('a record of the list is not sent again, and a refusal is shown', async () => {
    const server = fleet();
    showData(server, '/data/ships/s1?nested=visits');
    const form = await choose(await list(/^Visits/), 'v1');
    await form.findByText('This record is in the list already.');
    server.refusal.message = 'The port is closed.';
    fireEvent.change(form.getByRole('textbox'), { target: { value: 'v3' } });
    fireEvent.click(form.getByRole('button', { name: 'Connect' }));
    await form.findByText('The port is closed.');
    expect(server.sent).toHaveLength(1);
    expect(server.visits[2]?.shipId).toBeNull();
  });

  it('selected records are disconnected, each once', async () => {
    const server = fleet();
    for (const visit of server.visits) visit.shipId = 's1';
    showData(server, '/data/ships/s1?nested=visits');
    const visits = await list(/^Visits/);
    await visits.findByText('V-3');
    const [, first, , third] = visits.getAllByRole('checkbox');
    fireEvent.click(first as HTMLElement);
    fireEvent.click(third as HTMLElement);
    fireEvent.click(await visits.findByRole('button', { name: 'Disconnect (2)' }));
    await waitFor(() => expect(visits.queryByText('V-3')).toBeNull());
    expect(server.sent).toEqual([
      { id: 'v1', shipId: null },
      { id: 'v3', shipId: null },
    ]);
    expect(visits.getByText('V-2')).toBeTruthy();
  });

  it('cannot be removed if the update requires a key, and is not offered if it is unknown which list it concerns', async () => {
    showData(fleet('shipId: ID!'), '/data/ships/s1?nested=visits');
    const visits = await list(/^Visits/);
    await visits.findByText('V-1');
    expect(visits.queryByRole('checkbox')).toBeNull();
    endAll();
    showData(fleet('shipId: ID', 'firstVisits: [Visit!]!'), '/data/ships/s1?nested=visits');
    const several = await list(/^Visits/);
    await several.findByText('V-1');
    expect(several.queryByRole('button', { name: 'Connect existing' })).toBeNull();
  });
});

it('waits with other changes of the record that are not sent yet', async () => {
  const server = fleet();
  const { session } = showData(server, '/data/ships/s1?nested=visits');
  const { tableEdits } = await import('../../../../src/features/data/edit/sending/tableEdits');
  const { staged } = tableEdits(session, 'visits');
  const edit = { field: 'code', column: 'code', label: 'Code', before: 'V-3', after: 'V-33' };
  staged.stage({ id: 'Visit:v3', typeName: 'Visit', keys: [['id', 'v3']], title: 'V-3' }, edit);
  await choose(await list(/^Visits/), 'v3');
  await screen.findAllByText('Added to the changes that are not sent yet');
  expect(staged.row('Visit:v3')?.edits.map(({ field, after }) => [field, after])).toEqual([
    ['code', 'V-33'],
    ['shipId', 's1'],
  ]);
  expect(server.sent).toEqual([]);
});

it('is sent again on request if there was no response, after the record has been read', async () => {
  const server = fleet();
  const { session } = showData(server, '/data/ships/s1?nested=visits');
  server.intercept = ({ query }) => (query.startsWith('mutation') ? Promise.reject(new TypeError('Failed to fetch')) : undefined);
  const form = await choose(await list(/^Visits/), 'v3');
  await form.findByText(/^No response. It may have gone through/);
  server.intercept = undefined;
  fireEvent.click(form.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(server.sent).toEqual([{ id: 'v3', shipId: 's1' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { tableEdits } = await import('../../../../src/features/data/edit/sending/tableEdits');
  await waitFor(() => expect(tableEdits(session, 'visits').staged.get()).toEqual([]));
});

it('is no longer among the changes if it was requested again and the record has it', async () => {
  const server = fleet();
  const { session } = showData(server, '/data/ships/s1?nested=visits');
  server.intercept = ({ query }) => (query.startsWith('mutation') ? Promise.reject(new TypeError('Failed to fetch')) : undefined);
  const form = await choose(await list(/^Visits/), 'v3');
  await form.findByText(/^No response. It may have gone through/);
  server.intercept = undefined;
  const third = server.visits.find(({ id }) => id === 'v3');
  if (third) third.shipId = 's1';
  fireEvent.click(form.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { tableEdits } = await import('../../../../src/features/data/edit/sending/tableEdits');
  await waitFor(() => expect(tableEdits(session, 'visits').staged.get()).toEqual([]));
  expect(server.sent).toEqual([]);
});

describe('while other changes of the collection are being sent', () => {
  async function sending(phase: ReturnType<SendJob['get']>) {
    const server = fleet();
    const { session } = showData(server, '/data/ships/s1?nested=visits');
    const { tableEdits } = await import('../../../../src/features/data/edit/sending/tableEdits');
    const { staged, job } = tableEdits(session, 'visits');
    const state = createStore<ReturnType<SendJob['get']>>(phase);
    const nothing = () => undefined;
    const ended = until(state, now => now === 'ended').then(nothing);
    job.set({ ...state, pause: nothing, resume: nothing, stop: nothing, ended });
    return { server, staged, end: () => state.set('ended') };
  }

  it('a record waits with them if they are paused', async () => {
    const { server, staged } = await sending('paused');
    await choose(await list(/^Visits/), 'v3');
    await screen.findAllByText('Added to the changes that are not sent yet');
    expect(staged.row('Visit:v3')?.state).toBe('staged');
    expect(server.sent).toEqual([]);
  });

  it('a change of the record made meanwhile is not sent with the link', async () => {
    const { server, staged, end } = await sending('running');
    const form = await choose(await list(/^Visits/), 'v3');
    await form.findByRole('button', { name: 'Connect', busy: true });
    // The record is read first.
    await new Promise(resolve => setTimeout(resolve, 200));
    const edit = { field: 'code', column: 'code', label: 'Code', before: 'V-3', after: 'V-33' };
    staged.stage({ id: 'Visit:v3', typeName: 'Visit', keys: [['id', 'v3']], title: 'V-3' }, edit);
    end();
    await screen.findAllByText('Added to the changes that are not sent yet');
    expect(staged.row('Visit:v3')?.edits).toHaveLength(2);
    expect(server.sent).toEqual([]);
  });
});

describe('by the update of the record with the list', () => {
  it('nothing is sent if the keys that the list has are unknown', async () => {
    const server = fleet();
    showData(server, '/data/ships/s1?nested=tags');
    const tags = await list(/^Tags/);
    await tags.findByText('Tag t1');
    server.ships[0]?.tagIds.push('t9');
    const form = await choose(tags, 't2');
    await form.findByText('Not sent: the record has no value for Tags.');
    expect(server.sent).toEqual([]);
  });

  it('a record is found by its name, and a text that is no record is not sent at once', async () => {
    const server = fleet();
    showData(server, '/data/ships/s1?nested=tags');
    const tags = await list(/^Tags/);
    await tags.findByText('Tag t1');
    const form = await choose(tags, 'Tag t');
    await form.findByText('“Tag t” is not a valid value for Tag');
    expect(server.sent).toEqual([]);
    fireEvent.change(form.getByRole('textbox'), { target: { value: 'Tag t3' } });
    fireEvent.click(form.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(server.sent).toEqual([{ id: 's1', tagIds: ['t1', 't3'] }]));
  });

  it('a record is added to those of the list that are not sent yet', async () => {
    const server = fleet();
    const { session } = showData(server, '/data/ships/s1?nested=tags');
    const { tableEdits } = await import('../../../../src/features/data/edit/sending/tableEdits');
    const { staged } = tableEdits(session, 'ships');
    const edit = { field: 'name', column: 'name', label: 'Name', before: 'Nordlys', after: 'Nordlicht' };
    staged.stage({ id: 'Ship:s1', typeName: 'Ship', keys: [['id', 's1']], title: 'Nordlys' }, edit);
    const tags = await list(/^Tags/);
    await tags.findByText('Tag t1');
    const keys = () => staged.row('Ship:s1')?.edits.find(({ field }) => field === 'tagIds')?.after;
    await choose(tags, 't2');
    await waitFor(() => expect(keys()).toEqual(['t1', 't2']));
    for (const key of ['t2', 't3']) {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await choose(tags, key);
    }
    await waitFor(() => expect(keys()).toEqual(['t1', 't2', 't3']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(tags.getAllByRole('checkbox')[1] as HTMLElement);
    fireEvent.click(await tags.findByRole('button', { name: 'Disconnect (1)' }));
    await waitFor(() => expect(keys()).toEqual(['t2', 't3']));
    expect(server.sent).toEqual([]);
  });

  it('a record is connected and disconnected with the keys that the list has now', async () => {
    const server = fleet();
    const { session } = showData(server, '/data/ships/s1?nested=tags');
    const tags = await list(/^Tags/);
    await tags.findByText('Tag t1');
    server.ships[0]?.tagIds.push('t3');
    await choose(tags, 't2');
    await waitFor(() => expect(server.sent).toEqual([{ id: 's1', tagIds: ['t1', 't3', 't2'] }]));
    await tags.findByText('Tag t2');
    fireEvent.click(tags.getAllByRole('checkbox')[1] as HTMLElement);
    fireEvent.click(await tags.findByRole('button', { name: 'Disconnect (1)' }));
    await waitFor(() => expect(server.sent.at(-1)).toEqual({ id: 's1', tagIds: ['t3', 't2'] }));
    const { tableEdits } = await import('../../../../src/features/data/edit/sending/tableEdits');
    const changes = tableEdits(session, 'ships').log.get();
    expect(changes.map(({ title, result }) => [title, result])).toEqual([
      ['Nordlys', 'sent'],
      ['Nordlys', 'sent'],
    ]);
  });
});

it('a name is not called a wrong number before it has been looked up', async () => {
  const sdl = `
    type Query { ships: [Ship!]! ship(id: ID!): Ship tags: [Tag!]! tag(id: Int!): Tag }
    type Ship { id: ID! name: String! tags: [Tag!]! } type Tag { id: Int! label: String! }
    input ShipPatch { tagIds: [Int!] } type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }`;
  const tags = [1, 2].map(id => ({ id, label: `Tag ${id}` }));
  const ship = { id: 's1', name: 'Nordlys', tags: tags.slice(0, 1) };
  const sent: unknown[] = [];
  const updateShip = ({ patch }: { patch: { tagIds: number[] } }) => {
    sent.push(patch);
    return { ...ship, tags: tags.filter(({ id }) => patch.tagIds.includes(id)) };
  };
  const server = schemaServer(sdl, { ships: [ship], ship, tags, tag: null, updateShip });
  const introspection = introspectionFromSchema(buildSchema(sdl));
  showData(Object.assign(server, { introspection }), '/data/ships/s1?nested=tags');
  const region = await list(/^Tags/);
  fireEvent.click(await region.findByRole('button', { name: 'Connect existing' }));
  const form = within(await screen.findByRole('dialog', { name: 'Connect existing' }));
  const control = await form.findByRole('textbox');
  fireEvent.focus(control);
  fireEvent.change(control, { target: { value: 'Tag 2' } });
  fireEvent.blur(control);
  expect(form.queryByText(/Enter a whole number/)).toBeNull();
  fireEvent.click(form.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(sent).toEqual([{ tagIds: [1, 2] }]));
});

it('is not shown as done if the server says so, but the list stays as it was', async () => {
  const sdl = `
    type Query { ships: [Ship!]! ship(id: ID!): Ship tags: [Tag!]! tag(id: ID!): Tag }
    type Ship { id: ID! name: String! tags: [Tag!]! } type Tag { id: ID! label: String! }
    input ShipPatch { name: String tagIds: [ID!] } type Result { success: Boolean! }
    type Mutation { updateShip(id: ID!, patch: ShipPatch!): Result }`;
  const tags = ['t1', 't2'].map(id => ({ id, label: `Tag ${id}` }));
  const ship = { id: 's1', name: 'Nordlys', tags: tags.slice(0, 1) };
  const root = { ships: [ship], ship, tags, tag: ({ id }: { id: string }) => tags.find(tag => tag.id === id) };
  const server = schemaServer(sdl, { ...root, updateShip: { success: true } });
  showData(Object.assign(server, { introspection: introspectionFromSchema(buildSchema(sdl)) }), '/data/ships/s1?nested=tags');
  const form = await choose(await list(/^Tags/), 't2');
  await form.findByText('The response does not confirm that it was done. Check before you send it again.');
  expect(server.requests.filter(({ query }) => query.startsWith('mutation')).length).toBe(1);
});
