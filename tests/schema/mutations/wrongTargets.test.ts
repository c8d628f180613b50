/** Mutations that seem to change a record but change another one, or several: none of them is offered. */
import { findActions } from '../../../src/schema/mutations/actions';
import { type Change, changesOf } from '../../../src/schema/mutations/changes';
import { actionsFor, offeredActions } from '../../../src/schema/mutations/recordActions';
import { resultRecords } from '../../../src/schema/mutations/resultShape';
import { modelOf } from '../modelOf';

/** The mutation that is offered for a change of a type, with the keys that it sends; null if none is certain. */
function offered(sdl: string, typeName: string, kind: Change['kind'] = 'delete'): string | null {
  const change = changesOf(modelOf(sdl), typeName)[kind];
  return change?.sure === 'certain' ? `${change.action.id}(${change.keys.map(key => key.column).join(', ')})` : null;
}

const SHIPS = 'type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String }';
const ORDERS = `type Query { orders: [Order!]! order(id: ID!): Order } type Order { id: ID! title: String }
  type LineItem { id: ID! quantity: Int }`;

describe('a create or update mutation with a similar name does not prove what a deletion deletes', () => {
  it.each([
    ['if its input is named after another record', 'createShipping(input: ShipInput!): Ship deleteShipping(id: ID!): Boolean'],
    ['if it adds the record to a list', 'addFavoriteShip(shipId: ID!): Ship removeFavoriteShip(shipId: ID!): Boolean'],
    ['if a word precedes the type name', 'createTopShip(id: ID!): Ship deleteTopShip(id: ID!): Boolean'],
    [
      'if its response contains the record in a field with a longer name',
      'addTopShip(id: ID!): Added deleteTopShip(id: ID!): Boolean } type Added { topShip: Ship',
    ],
  ])('%s', (_, mutations) => {
    const sdl = `${SHIPS} input ShipInput { name: String } type Mutation { ${mutations} }`;
    expect(offered(sdl, 'Ship')).toBeNull();
  });

  it('unless its name and its response agree', () => {
    const sdl = `type Query { a: Int } type GolfSeason { id: ID! name: String } type Answer { season: GolfSeason }
      type Mutation { updateSeason(id: ID!, name: String): Answer deleteSeason(id: ID!): Boolean }`;
    expect(offered(sdl, 'GolfSeason')).toBe('deleteSeason(id)');
  });

  it('a query field with more words than the type name proves nothing either', () => {
    const sdl = `type Query { topShips: [Ship!]! } type Ship { id: ID! name: String } type Mutation { removeTopShip(id: ID!): Boolean }`;
    expect(offered(sdl, 'Ship')).toBeNull();
  });
});

describe('an argument by which a query field finds one of several records is not a key', () => {
  it.each([
    ['the fleet of a flagship', 'flagship(fleetId: ID!): Ship', 'fleetId: ID!'],
    ['the status of the next record', 'nextShip(status: Status!): Ship', 'status: Status!'],
  ])('%s', (_, query, key) => {
    const sdl = `scalar Status ${SHIPS.replace('ship(id: ID!): Ship', `ship(id: ID!): Ship ${query}`).replace('id: ID! name', `id: ID! ${key} name`)}
      type Mutation { updateShip(${key}, name: String): Ship deleteShip(${key}): Boolean }`;
    expect([offered(sdl, 'Ship', 'update'), offered(sdl, 'Ship')]).toEqual([null, null]);
  });
});

describe('a word after the type name that may mean a part of the record', () => {
  it.each([
    ['delete', 'deleteOrderItem(id: ID!): Boolean'],
    ['delete', 'deleteOrderRecord(id: ID!): Boolean'],
    ['delete', 'deleteOrderEntry(id: ID!): Boolean'],
    ['delete', 'deleteOrderItem(id: ID!): Order'],
    ['delete', 'deleteOrderItem(id: ID!): Left } type Left { order: Order'],
    ['update', 'updateOrderItem(id: ID!, title: String): Boolean'],
    ['update', 'updateOrderItem(id: ID!, title: String): Left } type Left { order: Order'],
    ['bulkDelete', 'deleteOrderItems(ids: [ID!]!): Boolean'],
  ] as const)('is not taken for the record: %s by %s', (kind, mutation) => {
    expect(offered(`${ORDERS} type Mutation { ${mutation} }`, 'Order', kind)).toBeNull();
  });

  it('is not taken for the record if its type has a field for such parts', () => {
    const sdl = `${ORDERS.replace('title: String', 'title: String lineItems: [LineItem!]!')}
      type Mutation { updateOrderItem(id: ID!, title: String): Order deleteOrderItem(id: ID!): Boolean }`;
    expect([offered(sdl, 'Order', 'update'), offered(sdl, 'Order')]).toEqual([null, null]);
  });

  it('is ignored if the response and the input are those of the record', () => {
    const sdl = `type Query { order_by_id(id: ID!): order } type order { id: ID! title: String order_items: [line!]! } type line { id: ID! }
      input update_order_input { title: String } type delete_one { id: ID! }
      type Mutation { update_order_item(id: ID!, data: update_order_input!): order delete_order_item(id: ID!): delete_one }`;
    expect([offered(sdl, 'order', 'update'), offered(sdl, 'order')]).toEqual(['update_order_item(id)', 'delete_order_item(id)']);
  });
});

it.each(['Int!', 'String!'])('an argument with the name of one key and the type of another is not certain: %s', type => {
  const sdl = `type Query { orders: [Order!]! } type Order { id: ID! orderId: ${type} title: String }
    type Mutation { deleteOrder(orderId: ID!): Boolean updateOrder(orderId: ID!, title: String): Order }`;
  expect([offered(sdl, 'Order'), offered(sdl, 'Order', 'update')]).toEqual([null, null]);
  expect(offered(sdl.replace(type, 'ID!'), 'Order')).toBe('deleteOrder(orderId)');
});

describe('words before the name of the type', () => {
  it.each(['deleteFavoriteShip(id: ID!): Ship', 'deleteSubShip(id: ID!): Gone', 'deleteSubShip(input: ShipInput!): Gone'])(
    'do not delete a ship: %s',
    mutation => {
      const sdl = `${SHIPS} input ShipInput { id: ID! } type Gone { subShip: Ship } type Mutation { ${mutation} }`;
      expect(offered(sdl, 'Ship')).toBeNull();
    },
  );

  it('are ignored if the type name or a query field contains them too', () => {
    const sdl = `type Query { harbourShips: [Ship!]! } type Ship { id: ID! } type RossumHook { id: ID! }
      type Mutation { deleteHarbourShip(id: ID!): Ship deleteRossumHook(id: ID!): RossumHook }`;
    expect([offered(sdl, 'Ship'), offered(sdl, 'RossumHook')]).toEqual(['deleteHarbourShip(id)', 'deleteRossumHook(id)']);
  });
});

describe('a deletion by a value that several records can have', () => {
  const sdlOf = (args: string): string => `type Query { tags: [Tag!]! tag(id: ID!): Tag }
    type Tag { id: ID! name: String! url: String! domain: String! iid: Int! projectId: ID! }
    input Where { domain: String! } type Mutation { deleteTag(${args}): Boolean }`;

  it.each([
    'url: String!',
    'domain: String!',
    'tagName: String!',
    'where: Where!',
    'input: Where!',
    'name: String!, url: String!',
  ])('is not certain: %s', args => {
    expect(offered(sdlOf(args), 'Tag')).toBeNull();
  });

  it('is certain with a parent and a number inside it, or with a value that a query field takes as key', () => {
    expect(offered(sdlOf('projectId: ID!, iid: Int!'), 'Tag')).toBe('deleteTag(projectId, iid)');
    expect(offered(sdlOf('url: String!').replace('tag(id: ID!)', 'tag(url: String!)'), 'Tag')).toBe('deleteTag(url)');
  });
});

/** The key argument of each action of a record. */
const rows = (sdl: string, typeName: string): string[] =>
  actionsFor(modelOf(sdl), typeName).flatMap(({ action, key, target, isOwn }) =>
    isOwn ? [`${action.id}(${key} > ${target.join('.')})`] : [],
  );

it('a record that the changed one refers to is not changed, whatever its type is called', () => {
  const sdl = `type Query { calls: [CallForProposals!]! } type CallForProposals { id: ID! title: String }
    type Proposal { title: String call: CallForProposals } type Answer { proposal: Proposal }
    input Patch { callId: ID title: String } input Update { programId: ID SET: Patch! }
    type Mutation { updateProposal(input: Update!): Answer }`;
  expect(offered(sdl, 'CallForProposals', 'update')).toBeNull();
  expect(rows(sdl, 'CallForProposals')).toEqual([]);
  const inside = 'type Query { a: Int } type Ship { id: ID! name: String } type Held { data: Ship } type Answer { ship: Held }';
  expect(offered(`${inside} type Mutation { updateShip(id: ID!, name: String): Answer }`, 'Ship', 'update')).toBe(
    'updateShip(id)',
  );
});

describe('a condition that cannot contain the key', () => {
  const sdlOf = (where: string): string => `type Query { a: Int } type Relation { key: String! name: String! }
    type Blueprint { id: ID! } input ById { id: ID! } input Where { blueprint: ById! relationKey: String! }
    input RelationInput { key: String! name: String! description: String }
    type Mutation { upsertRelation(data: RelationInput!, where: Where${where}): Relation! }`;

  it.each(['', '!'])('leaves the change uncertain (%s)', required => {
    expect(offered(sdlOf(required), 'Relation', 'update')).toBeNull();
  });
});

describe('an id in an object that is named after something else', () => {
  const sdl = `type Query { hosts: [Host!]! relations: [Relation!]! } type Host { id: ID! name: String }
    type Relation { id: ID! name: String } type Resource { id: ID! name: String } type PublicKey { key: String! name: String! }
    input KeyInput { key: String! name: String! } input SpawnInput { distro: String! publicKey: KeyInput! } input ById { id: ID! }
    input RelationWhere { resource: ById! } input Changes { id: ID! name: String }
    type Mutation { spawnHost(spawnHostInput: SpawnInput!): Host deleteRelation(where: RelationWhere!): Relation
      renameRelation(resource: ById!, to: String): Relation moveVolume(volumeId: ID!, input: SpawnInput): Boolean
      closeRelation(where: ById!): Relation hideRelation(hiddenRelation: Changes!): Relation }`;

  it('is not the key of the record', () => {
    expect(rows(sdl, 'Host')).toEqual([]);
    expect(rows(sdl, 'PublicKey')).toEqual([]);
    expect(rows(sdl, 'Relation')).toEqual(['closeRelation(id > where.id)', 'hideRelation(id > hiddenRelation.id)']);
  });
});

it('a key name that the record does not have is not filled with another key', () => {
  const sdl = `type Query { formations: [Formation!]! invitations: [Invitation!]! } type Formation { id: ID! name: String }
    type Invitation { id: ID! email: String }
    type Mutation { assignFormation(objectID: ID!, name: String!): Formation redeemInvitation(key: String!): Invitation
      closeFormation(nodeId: ID!): Formation }`;
  expect([rows(sdl, 'Formation'), rows(sdl, 'Invitation')]).toEqual([['closeFormation(id > nodeId)'], []]);
});

it('the types within an input are no targets if the mutation does not name them', () => {
  const sdl = `type Query { attachments: [Attachment!]! } type Attachment { id: ID! data: String }
    input AttachmentInput { id: ID data: String } input Correction { reason: String! attachments: [AttachmentInput!]! }
    type Mutation { requestCorrection(id: ID!, details: Correction!): ID! changeAttachments(details: Correction!): ID! }`;
  expect(rows(sdl, 'Attachment')).toEqual([]);
});

it('the only id of a removal from a record, or of a bulk change, may be the id of something else', () => {
  const sdl = `type Query { lists: [List!]! } type List { id: ID! disks: [Disk!]! } type Disk { id: ID! } input DiskInput { id: ID! slot: Int }
    input Many { ids: [ID!]! } type Mutation { removeDiskFromList(input: DiskInput!): List bulkDeleteLists(id: ID!, filter: String): Boolean
      removeDisksFromList(id: ID!, input: Many!): List bulkCloseLists(ids: [ID!]!): Boolean }`;
  expect(rows(sdl, 'List')).toEqual(['removeDisksFromList(id > id)', 'bulkCloseLists(id > ids)']);
  expect(offered(sdl, 'List')).toBeNull();
});

it('an action by conditions for many records is not offered next to the same one for a single record', () => {
  const sdl = `type Query { ships: [Ship!]! } type Ship { id: ID! name: String } input ShipKey { id: ID! } input ShipsWhere { id: ID name: String } type Batch { count: Int! }
    type Mutation { deleteShip(where: ShipKey!): Ship deleteManyShips(where: ShipsWhere): Batch! archiveManyShips(where: ShipsWhere): Batch! }`;
  expect(rows(sdl, 'Ship')).toEqual(['deleteShip(id > where.id)', 'archiveManyShips(id > where.id)']);
});

it('an action for a list of records is not offered next to the same one for a single record', () => {
  const sdl = `type Query { ships: [Ship!]! } type Ship { id: ID! name: String } type Mutation { deleteShip(id: ID!): Ship deleteShips(ids: [ID!]!): [Ship!]
      bulkDeleteShips(ids: [ID!]!): [Ship!] archiveShip(id: ID!): Ship archiveShips(ids: [ID!]!): [Ship!] sinkShips(ids: [ID!]!): [Ship!] }`;
  expect(offeredActions(modelOf(sdl), 'Ship').map(({ action }) => action.id)).toEqual(['deleteShip', 'archiveShip', 'sinkShips']);
});

it('a type that contains a list of records is not one of them', () => {
  const sdl = `type Query { vms: Vms! } type Vms { id: ID! domains: [Domain!] } type Domain { id: ID! name: String }
    type Mutation { vm: VmMutations! } type VmMutations { pause(id: ID!): Boolean! resume(id: ID!): Boolean! }`;
  expect(rows(sdl, 'Vms')).toEqual([]);
});

it('an id is filled by its name and type, not with the key by which the record is loaded', () => {
  const sdl = `type Query { event(uuid: UUID!): Event } scalar UUID type Event { id: ID uuid: UUID! title: String }
    type Mutation { updateEvent(eventId: ID!, title: String): Event deleteEvent(eventId: ID!): Boolean cancelEvent(eventUuid: UUID!): Event }`;
  expect(changesOf(modelOf(sdl), 'Event').update?.keys.map(key => key.column)).toEqual(['id']);
  expect(changesOf(modelOf(sdl), 'Event').delete?.keys.map(key => key.column)).toEqual(['id']);
});

it('a mutation that creates a member of an interface is not offered for the members', () => {
  const sdl = `type Query { events: [Event!]! } interface Event { id: ID! name: String } type Step implements Event { id: ID! name: String }
    type Slew implements Event { id: ID! name: String } type Mutation { createEvent(name: String): Event deleteEvent(id: ID!): Event }`;
  expect([offered(sdl, 'Step', 'create'), offered(sdl, 'Event', 'create')]).toEqual([null, 'createEvent()']);
  expect(offered(sdl, 'Step')).toBe('deleteEvent(id)');
});

it('a response field named `orderOrError` contains the order', () => {
  const sdl = `type Query { orders: [Order!]! } type Order { id: ID! fulfillments: [Fulfillment!]! } type Fulfillment { id: ID! }
    type Done { order: Order } type Failed { code: String! } union Result = Done | Failed type Answer { orderOrError: Result! }
    type Mutation { confirmFulfillment(id: ID!): Answer }`;
  expect(rows(sdl, 'Fulfillment')).toEqual([]);
});

it('of two updates by filter, the one named after the type is used', () => {
  const sdl = `type Query { observations: [Observation!]! } type Observation { id: ID! title: String program: ID }
    input Equal { EQ: ID } input WhereObservation { id: Equal title: Equal AND: [WhereObservation!] }
    input Parts { add: [ID!] } input Values { title: String } input UpdateParts { SET: Parts! WHERE: WhereObservation }
    input UpdateValues { SET: Values! WHERE: WhereObservation } type Answer { observations: [Observation!]! }
    type Mutation { updateAsterisms(input: UpdateParts!): Answer updateObservations(input: UpdateValues!): Answer }`;
  expect(offered(sdl, 'Observation', 'update')).toBe('updateObservations(id)');
});

it('a mutation that returns another type of record does not change the one in its name', () => {
  const sdl = `type Query { charts: [Chart!]! } type Chart { id: ID! name: String } type ChartInstallation { id: ID! name: String }
    type Mutation { uninstallChart(id: ID!): ChartInstallation renameChart(id: ID!, name: String): ChartInstallation }`;
  expect([rows(sdl, 'Chart'), offered(sdl, 'Chart', 'update')]).toEqual([[], null]);
});

describe('the key of another type of record', () => {
  const DEVICES =
    'type Query { devices: [Device!]! device(id: ID!): Device } type Key { id: ID! } type Device { id: ID! name: String';
  it.each([
    [
      'beside the id',
      '} type Mutation { updateDevice(keyId: ID!, id: ID!, name: String): Device deleteDevice(keyId: ID!, id: ID!): Device }',
    ],
    [
      'of a record that this one refers to',
      'key: Key } type Mutation { updateDevice(keyId: ID!, name: String): Device deleteDevice(keyId: ID!): Device }',
    ],
  ])('%s is not filled with the id', (_, rest) => {
    const { update, delete: deletion } = changesOf(modelOf(`${DEVICES} ${rest}`), 'Device');
    const targets = [...(update?.keys ?? []), ...(deletion?.keys ?? [])].map(key => key.target.join('.'));
    expect(targets).not.toContain('keyId');
    expect(deletion?.sure).not.toBe('certain');
  });
});

it('a response type with more than a hundred records proves nothing', () => {
  const held = [100, 101].map(count => {
    const fields = Array.from({ length: count }, (_, at) => `ship${at}: Ship`).join(' ');
    const model = modelOf(`${SHIPS} type All { ${fields} } type Mutation { launch(id: ID!): All }`);
    return findActions(model).map(({ field }) => resultRecords(model, field).length);
  });
  expect(held).toEqual([[100], [0]]);
});

/** The actions of a record, each with the field whose value it takes and the argument in which it is sent. */
const taken = (sdl: string, typeName: string): string[] =>
  actionsFor(modelOf(sdl), typeName).map(
    ({ action, key, target, isOwn }) => `${action.id}(${key} > ${target.join('.')})${isOwn ? '' : ' refers'}`,
  );

describe('an argument is filled with the key of its type', () => {
  it('a number or a global id, if the record has both', () => {
    const sdl = `type Query { ship(id: ID!): Ship } type Ship { id: ID! rowId: Int! name: String } type Visit { id: ID! }
      type Mutation { addVisit(shipId: Int!): Visit closeShip(shipId: ID!): Ship }`;
    expect(taken(sdl, 'Ship')).toEqual(['closeShip(id > shipId)', 'addVisit(rowId > shipId) refers']);
  });

  it.each(['eventId', 'id'])('never with a number for a UUID: %s', name => {
    const sdl = `scalar UUID type Query { event(id: Int!): Event } type Event { id: Int! uuid: UUID! title: String }
      type Mutation { renameEvent(${name}: UUID!, title: String): Event }`;
    expect(taken(sdl, 'Event')).toEqual([`renameEvent(uuid > ${name})`]);
    expect(taken(sdl.replace('uuid: UUID!', ''), 'Event')).toEqual([]);
  });

  it('the field with its name, before any other key', () => {
    const sdl = `scalar UUID type Query { settings: [Setting!]! } type Setting { settingId: UUID! key: String! value: String }
      type Mutation { changeSetting(settingId: UUID!): Setting }`;
    expect(taken(sdl, 'Setting')).toEqual(['changeSetting(settingId > settingId)']);
  });

  it('never the key of the parent', () => {
    const sdl = `type Query { agent(projectId: String!, id: ID!): Agent } type Agent { projectId: String! id: ID! name: String }
      type Mutation { updateAgent(agentId: String!, name: String): Agent }`;
    expect(taken(sdl, 'Agent')).toEqual(['updateAgent(id > agentId)']);
    expect(offered(sdl, 'Agent', 'update')).toBe('updateAgent(id)');
  });

  it('not a document id for a plain `id`', () => {
    const sdl = `type Query { file(documentId: ID!): File } type File { documentId: ID! name: String }
      type Mutation { updateFile(id: ID!, name: String): File deleteFile(id: ID!): File }`;
    expect([taken(sdl, 'File'), offered(sdl, 'File', 'update'), offered(sdl, 'File')]).toEqual([[], null, null]);
  });
});

describe('no action is offered for a record', () => {
  const sdlOf = (mutation: string, rest = ''): string =>
    `type Query { threads: [Thread!]! me: User } type Thread { id: ID! key: String } type Comment { id: ID! } type User { id: ID! name: String }
      input Ref { id: ID slug: String } input UserInput { id: ID name: String } input Patch { id: ID key: String } input Where { id: ID! }
      input Changed { partId: ID! key: String } ${rest} type Answer { thread: Thread } type Mutation { ${mutation} }`;

  it.each(['deleteComment(threadId: ID!, commentId: ID!): Answer', 'removeWidget(threadId: ID!, widget: String!): Answer'])(
    'if the mutation deletes something else: %s',
    mutation => {
      expect(rows(sdlOf(mutation), 'Thread')).toEqual([]);
    },
  );

  it('that could fill either of two arguments', () => {
    expect(taken(sdlOf('mergeThreads(fromThread: Ref!, toThread: Ref!): Thread'), 'Thread')).toEqual([]);
  });

  it("if the mutation changes the user's own record and needs no key", () => {
    const namespace = 'type MeMutation { updateUser(input: UserInput!): User! rename(name: String): User }';
    expect(taken(sdlOf('me: MeMutation!', namespace), 'User')).toEqual([]);
  });

  it('because of an id among the values', () => {
    expect(taken(sdlOf('updateThread(input: Changed!): Answer'), 'Thread')).toEqual([]);
    expect(taken(sdlOf('updateThreads(input: Patch!, where: Where!): [Thread!]!'), 'Thread')).not.toContain(
      'updateThreads(id > input.id)',
    );
  });

  it('because of a value in the input of a new record', () => {
    const sdl = `type Query { users: [users!]! } type users { id: ID! user_id: String! } input new_user { user_id: String }
      type Mutation { insert_users_one(object: new_user!): users }`;
    expect(taken(sdl, 'users')).toEqual([]);
  });
});

it('a creation under another name than query fields use for the type is not certain', () => {
  const sdl = `type Query { coaches: [Person!]! ships: [Ship!]! } type Person { id: ID! name: String } type Ship { id: ID! name: String }
    type Author { author: Person } type Coach { coach: Person } type Boat { boat: Ship }
    type Mutation { createAuthor(name: String!): Author createBoat(name: String!): Boat }`;
  expect([offered(sdl, 'Person', 'create'), offered(sdl, 'Ship', 'create')]).toEqual([null, null]);
  const coach = sdl.replace('createAuthor(name: String!): Author', 'createCoach(name: String!): Coach');
  expect(offered(coach, 'Person', 'create')).toBe('createCoach()');
});

it('an id among the values, or of a requested record, is not the key of the record', () => {
  const sdl = `type Query { people: [Person!]! requests: [Request!]! } type Person { id: ID! name: String } type Request { id: ID! }
    input Values { id: ID! name: String } input Merge { source: [ID!]! destination: ID! values: Values } input New { id: ID context: String }
    type Mutation { personMerge(input: Merge!): Person sendRequestCreation(personID: ID!, in: New!): Request }`;
  expect([rows(sdl, 'Person'), rows(sdl, 'Request')]).toEqual([[], []]);
});

it('a key is recognized by names that end like another key, by a plural, and by the name of the record alone', () => {
  const sdl = `scalar PostId type Query { bookings: [Booking!]! settings: [HostSettings!]! posts: [Post!]! }
    type Booking { id: ID! name: String } type HostSettings { id: ID! name: String } type Post { id: PostId! title: String }
    type Mutation { updateBooking(bookingId: ID!, name: String): Booking deleteHostSettings(hostSettingsId: ID!): HostSettings
      updatePost(post: PostId!, title: String): Post deletePost(post: String!): Boolean }`;
  expect(offered(sdl, 'Booking', 'update')).toBe('updateBooking(id)');
  expect(offered(sdl, 'HostSettings')).toBe('deleteHostSettings(id)');
  expect([offered(sdl, 'Post', 'update'), offered(sdl, 'Post')]).toEqual(['updatePost(id)', null]);
});

describe('the key of a record is not sent in an object for another record', () => {
  const sdl = `type Query { avatars: [Avatar!]! avatar(id: ID!): Avatar users: [User!]! } type User { id: ID! name: String }
    type Avatar { id: ID! url: String owner: User } input UserRef { id: ID legacyId: Int } input UserKey { id: ID! }
    input UserWhereUnique { id: ID! } input UserData { id: ID! url: String } input Of { user: UserKey! }`;
  it.each([
    ['delete', 'deleteAvatar(user: UserRef!): Avatar'],
    ['delete', 'deleteAvatar(user: UserKey!): Avatar'],
    ['delete', 'deleteAvatar(owner: UserKey!): Avatar'],
    ['delete', 'deleteAvatar(owner: UserWhereUnique!): Avatar'],
    ['delete', 'deleteAvatar(input: Of!): Avatar'],
    ['update', 'updateAvatar(user: UserData!): Avatar'],
    ['update', 'updateAvatar(user: UserRef!, url: String!): Avatar'],
  ] as const)('%s: %s', (kind, mutation) => {
    expect(offered(`${sdl} type Mutation { ${mutation} }`, 'Avatar', kind)).toBeNull();
  });

  it('not in actions either', () => {
    const mutations =
      'rotateAvatar(user: UserKey!): Avatar resetAvatar(owner: UserRef!): Avatar cropAvatar(avatar: UserKey!): Avatar';
    expect(actionsFor(modelOf(`${sdl} type Mutation { ${mutations} }`), 'Avatar').map(entry => entry.action.id)).toEqual([
      'cropAvatar',
    ]);
  });

  it('but in an object with its own name, even if its parent has that name too', () => {
    expect(offered(`${sdl} type Mutation { deleteAvatar(avatar: UserKey!): Avatar }`, 'Avatar')).toBe('deleteAvatar(id)');
    const items = `type Query { a: Int } type Project { id: ID! } type ProjectItem { id: ID! project: Project } input Ref { id: ID slug: ID }`;
    expect(offered(`${items} type Mutation { deleteProjectItem(project: Ref!): ProjectItem }`, 'ProjectItem')).toBeNull();
    const both = changesOf(
      modelOf(`${items} type Mutation { deleteProjectItem(project: Ref!, item: Ref!): ProjectItem }`),
      'ProjectItem',
    );
    expect(both.delete?.keys.map(key => key.target)).toEqual([['item', 'id']]);
  });
});

describe('one field of a compound key', () => {
  const MEMBERS = `type Query { members: [Member!]! member(teamId: ID!, userId: ID!): Member }
    type Member { teamId: ID! userId: ID! role: String } input Where { teamId: ID userId: ID } type Gone { count: Int! }
    input Filter { and: [Filter!] teamId: IdFilter userId: IdFilter } input IdFilter { eq: ID in: [ID!] }`;

  it.each([
    ['in an argument', 'deleteMember(userId: ID!): Boolean updateMember(userId: ID!, role: String): Member'],
    [
      'in a condition',
      'deleteMembers(where: One!): Gone updateMembers(where: One!, role: String): Gone } input One { userId: ID',
    ],
  ])('%s addresses several records', (_, mutations) => {
    const sdl = `${MEMBERS} type Mutation { ${mutations} }`;
    expect([offered(sdl, 'Member', 'update'), offered(sdl, 'Member')]).toEqual([null, null]);
  });

  it.each(['Where', 'Filter'])('is never sent alone in a %s', type => {
    const sdl = `${MEMBERS} type Mutation { deleteMembers(where: ${type}!): Gone updateMembers(where: ${type}!, role: String): Gone }`;
    expect([offered(sdl, 'Member', 'update'), offered(sdl, 'Member')]).toEqual([
      'updateMembers(teamId, userId)',
      'deleteMembers(teamId, userId)',
    ]);
  });

  it('is not required if the record has an id', () => {
    const sdl = `${MEMBERS.replace('{ teamId: ID! userId', '{ id: ID! teamId: ID! userId')} type Mutation { deleteMember(id: ID!): Boolean }`;
    expect(offered(sdl, 'Member')).toBe('deleteMember(id)');
  });
});

describe('an action whose input or response only contains a record does not change it', () => {
  it('if its name is that of the response type', () => {
    const sdl = `type Query { customers: [Customer!]! } type Customer { id: ID! vat: Vat } type Vat { vatId: ID! text: String }
      type Billing { email: String vat: Vat } input BillingInput { email: String vat: VatInput } input VatInput { vatId: ID! text: String }
      type Mutation { updateBilling(input: BillingInput!): Billing! updateVat(input: VatInput!): Billing! }`;
    expect(offered(sdl, 'Vat', 'update')).toBe('updateVat(vatId)');
    expect(offered(sdl.replace('updateVat(input: VatInput!): Billing!', ''), 'Vat', 'update')).toBeNull();
    expect(actionsFor(modelOf(sdl), 'Vat').map(({ action }) => action.id)).toEqual(['updateVat']);
    const report = 'type Query { report(id: ID!): Report } type Report { id: ID! } type ExportReport { result: Report }';
    const model = modelOf(`${report} type Mutation { exportReport(id: ID!): ExportReport }`);
    expect(actionsFor(model, 'Report').map(({ action, isOwn }) => [action.id, isOwn])).toEqual([['exportReport', true]]);
  });

  it('if a verb is between the names of two records in the name of its input', () => {
    const sdl = `type Query { proposal(id: ID!): Proposal review(id: ID!): ProposalReview } type Proposal { id: ID! title: String }
      type ProposalReview { id: ID! proposal: Proposal } type Done { ok: Boolean } input ProposalRequestReviewInput { id: ID! }
      type Mutation { proposalRequestReview(input: ProposalRequestReviewInput!): Done! }`;
    expect(actionsFor(modelOf(sdl), 'ProposalReview')).toEqual([]);
  });
});

describe('values beside the ids of other records are not the key of a record', () => {
  const STEPS = `type Query { steps: [Step!]! } enum Status { OPEN DONE }
    type Step { id: ID! ownerId: ID! year: Int! stageId: ID! status: Status! notes: String }`;

  it('not even if a value could be a key in another type', () => {
    const sdl = `${STEPS} input StepInput { ownerId: ID! year: Int! stageId: ID! status: Status! notes: String }
      type Mutation { setStep(input: StepInput!): Step! }`;
    expect(offered(sdl, 'Step', 'update')).toBeNull();
  });

  it('a key that several records share is not sent without the value that distinguishes them', () => {
    const sdl = `type Query { member(id: ID!): Member } enum Kind { MEMBER NETWORK } type Member { id: ID! properties: [Property!]! }
      type Property { key: String! value: String! } input PropertyInput { kind: Kind! entityId: ID key: String! value: String! }
      type Mutation { upsertProperty(input: PropertyInput!): Boolean }`;
    expect(offered(sdl, 'Property', 'update')).toBeNull();
    expect(offered(sdl.replace('kind: Kind! ', ''), 'Property', 'update')).toBe('upsertProperty(key)');
  });

  it('an action does not take such a key without the id beside it', () => {
    const sdl = `type Query { variables: [Variable!]! } type Variable { nodeId: ID! key: String! repoId: ID! value: String }
      input ByKey { key: String! repoId: ID! } input InEnvironment { environment: Environment! variable: Named! } input Environment { appId: ID! } input Named { key: String! }
      type Mutation { resetVariable(input: ByKey!): Variable hideVariable(input: InEnvironment!): Variable showVariable(key: String!): Variable }`;
    expect(actionsFor(modelOf(sdl), 'Variable').map(({ action }) => action.id)).toEqual(['showVariable']);
  });
});

it('a word such as "batch" means several records unless it is the name of the type', () => {
  const sdl = `type Query { batch(id: ID!): Batch visit(id: ID!): Visit } type Batch { id: ID! name: String } type Visit { id: ID! at: String }
    input VisitsInput { csv: String! at: String } type Mutation { createBatch(name: String): Batch updateBatch(id: ID!, name: String): Batch deleteBatch(id: ID!): Batch
      createBatchVisits(input: VisitsInput): Boolean }`;
  expect((['create', 'update', 'delete'] as const).map(kind => offered(sdl, 'Batch', kind))).toEqual([
    'createBatch()',
    'updateBatch(id)',
    'deleteBatch(id)',
  ]);
  expect(offered(sdl, 'Visit', 'create')).toBeNull();
});

it('an id of another type in an object with another name belongs to another system', () => {
  const sdl = `type Query { team(id: ID!): Team } type Team { id: ID! name: String } type Alert { id: ID! }
    input SlackInput { teamId: String! } input TeamInput { teamId: ID! } input SlackAlertInput { slack: SlackInput! } input TeamAlertInput { settings: TeamInput! }
    type Board { id: ID! } input Place { board: SlackInput! }
    type Mutation { createAlert(input: SlackAlertInput!): Alert createSlack(input: SlackAlertInput!): Alert createTeamAlert(input: TeamAlertInput!): Alert
      createAim(place: Place!): Alert }`;
  expect(actionsFor(modelOf(sdl), 'Team').map(({ action }) => action.id)).toEqual([
    'createSlack',
    'createTeamAlert',
    'createAim',
  ]);
});

it('an action takes an id by the end of the name of the record that it changes, unless there is a type of that name', () => {
  const sdl = `type Query { settlements: [CarrierSettlement!]! } type CarrierSettlement { id: ID! reason: String } input Act { settlementId: ID! reason: String }
    type Mutation { approveCarrierSettlement(input: Act!): CarrierSettlement! }`;
  expect(taken(sdl, 'CarrierSettlement')).toEqual(['approveCarrierSettlement(id > input.settlementId)']);
  expect(taken(`${sdl} type Settlement { id: ID! }`, 'CarrierSettlement')).toEqual([]);
});

describe('mutations of one type that each name another kind of its records', () => {
  const EDITS = `type Query { edits: [Edit!]! edit(id: ID!): Edit } type Edit { id: ID! details: String } input EditInput { details: String }`;
  const sceneEdit = 'sceneEditUpdate(id: ID!, input: EditInput!): Edit! deleteSceneEdit(id: ID!): Edit!';
  const tagEdit = 'tagEditUpdate(id: ID!, input: EditInput!): Edit! deleteTagEdit(id: ID!): Edit!';

  it('are not offered for all of them', () => {
    const sdl = `${EDITS} type Mutation { ${sceneEdit} ${tagEdit} }`;
    expect([offered(sdl, 'Edit', 'update'), offered(sdl, 'Edit')]).toEqual([null, null]);
  });

  it('are not offered either if the input is made for the type', () => {
    const sdl = `${EDITS} type Mutation { ${sceneEdit} ${tagEdit} draftsUpdate(id: ID!, input: EditInput!): Edit! }`;
    expect(offered(sdl, 'Edit', 'update')).toBeNull();
  });

  it('are offered if there is one for all records or only one kind', () => {
    const all = `${EDITS} type Mutation { ${sceneEdit} ${tagEdit} updateEdit(id: ID!, input: EditInput!): Edit! }`;
    expect(offered(all, 'Edit', 'update')).toBe('updateEdit(id)');
    expect(offered(`${EDITS} type Mutation { ${sceneEdit} }`, 'Edit', 'update')).toBe('sceneEditUpdate(id)');
  });
});

describe('a deletion that takes several values of the record', () => {
  const SIGNALS = `type Query { signals: [Signal!]! signal(name: String!, owner: String): Signal }
    type Signal { id: ID! name: String! owner: String! } input Gone { name: String! owner: String! }`;

  it('takes all of them from the record', () => {
    expect(offered(`${SIGNALS} type Mutation { signalDelete(input: Gone!): Signal! }`, 'Signal')).toBe(
      'signalDelete(name, owner)',
    );
  });

  it('but none that the record does not have', () => {
    const sdl = `${SIGNALS.replace('Gone { ', 'Gone { reason: String! ')} type Mutation { signalDelete(input: Gone!): Signal! }`;
    expect(offered(sdl, 'Signal')).toBeNull();
  });
});

it('a deletion of one record goes before one by a filter, if it answers with a type of its own', () => {
  const sdl = `type Query { city(id: ID!): City cities(filter: CityFilter): [City!]! } type City { _id: ID! name: String } type CityDeleteResponse { _id: ID name: String }
    input IDFilter { eq: ID in: [ID!] } input CityFilter { and: [CityFilter!] or: [CityFilter!] _id: IDFilter } input DeleteOneCityInput { id: ID! }
    input DeleteManyCitiesInput { filter: CityFilter! } type DeleteManyResponse { deletedCount: Int! }
    type Mutation { deleteOneCity(input: DeleteOneCityInput!): CityDeleteResponse! deleteManyCities(input: DeleteManyCitiesInput!): DeleteManyResponse! }`;
  expect(offered(sdl, 'City')).toBe('deleteOneCity(_id)');
});

it('a mutation that takes only keys and returns the other record links a record and does not create it', () => {
  const sdl = `type Query { issue(id: ID!): Issue label(id: ID!): IssueLabel } type Issue { id: ID! title: String labels: [IssueLabel!]! }
    type IssueLabel { id: ID! name: String } type Answer { success: Boolean! issue: Issue }
    type Mutation { issueAddLabel(id: ID!, labelId: ID!): Answer }`;
  expect(changesOf(modelOf(sdl), 'IssueLabel').create).toBeUndefined();
  const named = sdl.replace('issueAddLabel(id: ID!', 'addIssueLabel(issueId: ID!');
  expect(changesOf(modelOf(named), 'IssueLabel').create).toBeUndefined();
  const made = sdl.replace('issueAddLabel(id: ID!, labelId: ID!)', 'addIssueLabel(issueId: ID!, name: String!)');
  expect(changesOf(modelOf(made), 'IssueLabel').create?.action.id).toBe('addIssueLabel');
});
