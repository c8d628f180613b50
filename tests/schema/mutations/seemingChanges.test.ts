/** Mutations of public schemas whose names, inputs and keys are misleading. */

import { changeVariables } from '../../../src/schema/mutations/changeRequest';
import { type Change, changesOf } from '../../../src/schema/mutations/changes';
import { actionsFor } from '../../../src/schema/mutations/recordActions';
import { modelOf } from '../modelOf';

/** The change that is offered: the mutation, the arguments of the keys and those of the values. Null if none is certain. */
function offered(sdl: string, typeName: string, kind: Change['kind'] = 'update'): string | null {
  const change = changesOf(modelOf(sdl), typeName)[kind];
  if (change?.sure !== 'certain') return null;
  const keys = change.keys.map(key => `${key.column} > ${key.target.join('.')}`).join(', ');
  return `${change.action.id}(${keys}) ${change.changesAt?.join('.') ?? ''}`.trim();
}

const fieldsIn = (sdl: string, typeName: string, kind: Change['kind'] = 'update'): string[] | undefined =>
  changesOf(modelOf(sdl), typeName)[kind]?.fields.map(field => field.name);

it('an input named after one type proves nothing if the response contains other types', () => {
  const sdl = (response: string): string => `type Query { lines: [OrderLine!]! } type OrderLine { id: ID! quantity: Int }
    type ForeignOrder { id: ID! } type ForeignLine { id: ID! quantity: Int } type Answer { ${response} } input OrderLineInput { quantity: Int! }
    type Mutation { updateForeignDraft(id: ID!, input: OrderLineInput!): Answer }`;
  expect(offered(sdl('order: ForeignOrder line: ForeignLine'), 'OrderLine')).toBeNull();
  expect(offered(sdl('ok: Boolean'), 'OrderLine')).toBe('updateForeignDraft(id > id) input');
});

it('a mutation that creates an "update" record does not update the record', () => {
  const sdl = `type Query { asks: [SpfAsk!]! } type SpfAsk { id: ID! status: String updates: [SpfAskUpdate!] } type SpfAskUpdate { id: ID! status: String }
    input SpfCreateAskUpdateInput { askId: ID! status: String } type Done { success: Boolean }
    type Mutation { spf_createAskUpdate(input: SpfCreateAskUpdateInput!): Done }`;
  expect(offered(sdl, 'SpfAsk')).toBeNull();
  const edits = `type Query { edits: [Edit!]! } type Edit { id: ID! details: String } input EditInput { details: String }
    type Mutation { sceneEditUpdate(id: ID!, input: EditInput!): Edit }`;
  expect(offered(edits, 'Edit')).toBe('sceneEditUpdate(id > id) input');
});

it('a name in one namespace says nothing about that name in another', () => {
  const sdl = `type Query { trello: Trello! } type Trello { card(id: ID!): TrelloCard cards: [TrelloCard!]! } type TrelloCard { id: ID! name: String }
    input Key { cardId: ID! } type Done { success: Boolean } type Mutation { jsw: JswMutation! trelloOps: TrelloMutation! }
    type JswMutation { deleteCard(input: Key!): Done startSprint(input: Key!): Done }`;
  const own = 'type TrelloMutation { deleteCard(input: Key!): Done archiveCard(input: Key!): Done }';
  const other = 'type TrelloMutation { archiveCard(input: Key!): Done closeCard(input: Key!): Done }';
  expect(offered(`${sdl} ${own}`, 'TrelloCard', 'delete')).toBe('trelloOps.deleteCard(id > input.cardId)');
  expect(offered(`${sdl} ${other}`, 'TrelloCard', 'delete')).toBeNull();
});

describe('beside a natural key', () => {
  const sdlOf = (fields: string): string => `type Query { values: [AppValue!]! } enum Scope { APP USER }
    type AppValue { key: String! value: String ${fields} } input Set { key: String! value: String scope: Scope contextId: ID }
    type Mutation { setAppValue(input: Set!): AppValue deleteAppValue(key: String!, scope: Scope, contextId: ID): Boolean }`;

  it('the other arguments of the deletion belong to the key', () => {
    const sdl = sdlOf('scope: Scope! contextId: ID!');
    expect(offered(sdl, 'AppValue', 'delete')).toBe('deleteAppValue(key > key, scope > scope, contextId > contextId)');
    expect(offered(sdl, 'AppValue')).toBe('setAppValue(key > input.key, scope > input.scope, contextId > input.contextId) input');
    expect(fieldsIn(sdl, 'AppValue')).toEqual(['value']);
  });

  it('nothing is certain if the record does not have their values', () => {
    expect([offered(sdlOf('scope: Scope!'), 'AppValue', 'delete'), offered(sdlOf('scope: Scope!'), 'AppValue')]).toEqual([
      null,
      null,
    ]);
  });
});

it('an input with an object for each kind of record is not certain for any of them', () => {
  const sdl = `type Query { definitions: [Definition!]! } interface Definition { id: ID! name: String }
    type Flag implements Definition { id: ID! name: String } type Text implements Definition { id: ID! name: String }
    input FlagDefinition { id: ID! name: String } input TextDefinition { id: ID! name: String }
    input Update { flagDefinition: FlagDefinition textDefinition: TextDefinition } type Answer { definition: Definition }
    type Mutation { updateDefinition(input: Update!): Answer }`;
  expect([offered(sdl, 'Flag'), offered(sdl, 'Definition')]).toEqual([null, null]);
});

it('a draft is not the record, even in an input named after the record', () => {
  const sdl = `type Query { page(id: ID!): CommsPage } type CommsPage { id: ID! title: String } input CommsPageInput { id: ID! title: String }
    type Mutation { comms_updateDraftPage(page: CommsPageInput!): CommsPage }`;
  expect(offered(sdl, 'CommsPage')).toBeNull();
  expect(offered(sdl.replace('Draft', ''), 'CommsPage')).toBe('comms_updatePage(id > page.id) page');
});

describe('an object among the values is only one of them', () => {
  it('even if the record has only its key', () => {
    const sdl = `type Query { branches: [BranchEntity!]! } type BranchEntity { id: ID attributes: Branch } type Branch { title: String! }
      input Hours { id: ID days: String } input BranchInput { title: String openingHours: Hours } type Answer { data: BranchEntity }
      type Mutation { createBranch(data: BranchInput!): Answer updateBranch(id: ID!, data: BranchInput!): Answer }`;
    expect(offered(sdl, 'BranchEntity', 'create')).toBe('createBranch() data');
    expect(offered(sdl, 'BranchEntity')).toBe('updateBranch(id > id) data');
  });

  it('even if its name has the usual suffix of an object with all values', () => {
    const sdl = `type Query { notes: [Note!]! } type Note { id: ID! title: String body: String labels: [String!] } input Meta { labels: [String!] }
      input UpdateNote { id: ID title: String body: String metadata: Meta } type Mutation { updateNote(input: UpdateNote!): Note }`;
    expect(fieldsIn(sdl, 'Note')).toEqual(['title', 'body', 'metadata']);
  });
});

describe('an object with several ids of the record selects it', () => {
  const types = `type Query { tenants: [Tenant!]! } type Tenant { id: ID! externalId: String! name: String status: String }
    input TenantIdentifier { externalId: String tenantId: ID }`;

  it.each(['identifier', 'tenantIdentifier', 'tenantIdInput', 'tenantRef'])('under the name %s', name => {
    const sdl = `${types} input Upsert { ${name}: TenantIdentifier! externalId: String! name: String! } input Key { ${name}: TenantIdentifier! }
      type Mutation { upsertTenant(input: Upsert!): Tenant deleteTenant(input: Key!): Tenant }`;
    expect(offered(sdl, 'Tenant')).toBe(`upsertTenant(id > input.${name}.tenantId) input`);
    expect(offered(sdl, 'Tenant', 'delete')).toBe(`deleteTenant(id > input.${name}.tenantId)`);
  });

  it('but not if it is named after another type', () => {
    const sdl = `${types} type Thread { id: ID! title: String tenant: Tenant } input Move { threadId: ID! title: String tenantIdentifier: TenantIdentifier! }
      type Mutation { updateThread(input: Move!): Thread }`;
    expect(offered(sdl, 'Thread')).toBe('updateThread(id > input.threadId) input');
  });
});

it('a mutation with the name of its record is not a verb', () => {
  const args = 'op: Op = FETCH, ids: [String], data: [BookInput]';
  const sdl = `enum Op { FETCH UPSERT DELETE } type Query { book(${args}): [Book!]! } type Book { id: ID! title: String } input BookInput { title: String }
    type Mutation { book(${args}): [Book!]! }`;
  expect([offered(sdl, 'Book', 'create'), offered(sdl, 'Book', 'bulkCreate')]).toEqual([null, null]);
});

it('an id named after a field of the response is not the id of another type with that name', () => {
  const sdl = `type Query { comments: [Comment!]! } type Comment { id: ID! text: String } type GoalComment { id: ID! text: String }
    input Edit { commentId: ID! text: String! } type Answer { comment: GoalComment }
    type Mutation { goals_editComment(input: Edit!): Answer }`;
  expect(actionsFor(modelOf(sdl), 'Comment')).toEqual([]);
});

describe('a change is found', () => {
  it('whose key is named after the record in the name of the mutation', () => {
    const sdl = `type Query { fusionEvents: [FusionEventData!]! } type FusionEventData { id: String! name: String }
      input Update { fusionEventId: String! name: String } type Mutation { updateFusionEvent(input: Update!): FusionEventData
        deleteFusionEvent(fusionEventId: String!): Boolean }`;
    expect(offered(sdl, 'FusionEventData')).toBe('updateFusionEvent(id > input.fusionEventId) input');
    expect(offered(sdl, 'FusionEventData', 'delete')).toBe('deleteFusionEvent(id > fusionEventId)');
  });

  it.each(['idToDelete', 'id_to_delete', 'shipIdToRemove'])('whose key argument contains the verb: %s', name => {
    const sdl = `type Query { ships: [Ship!]! } type Ship { id: ID! name: String } input In { ${name}: String! } type Mutation { deleteShip(input: In!): Boolean }`;
    expect(offered(sdl, 'Ship', 'delete')).toBe(`deleteShip(id > input.${name})`);
  });

  it('of records of a type named Document', () => {
    const sdl = `type Query { documents: [Document!]! } type Document { id: ID! title: String } input Update { documentId: ID! title: String }
      type Mutation { updateDocument(input: Update!): Document deleteDocument(documentId: ID!): Document }`;
    expect(offered(sdl, 'Document')).toBe('updateDocument(id > input.documentId) input');
    expect(offered(sdl, 'Document', 'delete')).toBe('deleteDocument(id > documentId)');
  });

  it('of records of a type named like a verb', () => {
    const sdl = `type Query { refunds: [Refund!]! } type Refund { id: ID! name: String } type Answer { refund: Refund }
      type Mutation { refundUpdate(id: ID!, name: String): Answer refundDelete(id: ID!): Answer }`;
    expect(offered(sdl, 'Refund')).toBe('refundUpdate(id > id)');
  });

  it('of records of a type named Filter', () => {
    const sdl = `type Query { filters: [Filter!]! } type Filter { _id: ID! isActive: Boolean key: String } input UpdateFilterInput { isActive: Boolean key: String }
      type Mutation { updateFilter(filter: UpdateFilterInput!, filterId: ID!): Filter }`;
    expect(offered(sdl, 'Filter')).toBe('updateFilter(_id > filterId) filter');
  });

  it('with values that are named like conditions', () => {
    const sdl = `type Query { groups: [Group!]! } type Group { id: ID! key: String name: String labelFilter: String }
      input Text { value: String! } input LabelFilter { labels: [ID!] }
      input Update { groupId: ID! key: Text name: Text labelFilter: LabelFilter } type Mutation { updateGroup(input: Update!): Group }`;
    expect(offered(sdl, 'Group')).toBe('updateGroup(id > input.groupId) input');
    expect(fieldsIn(sdl, 'Group')).toEqual(['key', 'name', 'labelFilter']);
  });

  it('by a key of a custom scalar that a query field takes', () => {
    const sdl = `scalar Address type Query { accounts: [Account!]! accountByUsername(username: String!): Account account(address: Address!): Account }
      type Account { address: Address! username: String name: String } input Patch { name: String } input Update { address: Address! patch: Patch! }
      type Mutation { updateAccount(input: Update!): Account deleteAccount(address: Address!): Account }`;
    expect(offered(sdl, 'Account')).toBe('updateAccount(address > input.address) input.patch');
    expect(offered(sdl, 'Account', 'delete')).toBe('deleteAccount(address > address)');
  });
});

it('an alternative key of the record is not a value to change', () => {
  const sdl = `type Query { rules: [Rule!]! rule(id: ID, key: String): Rule } type Rule { id: ID! key: String name: String } input Action { changeName: String }
    type Mutation { updateRule(id: ID, key: String, actions: [Action!]!): Rule saveRule(id: ID, key: String, name: String): Rule }`;
  expect(fieldsIn(sdl.replace(/saveRule.*(?= })/, ''), 'Rule')).toEqual(['actions']);
  expect(fieldsIn(sdl.replace(/updateRule.*\n?(?=saveRule)/, ''), 'Rule')).toEqual(['key', 'name']);
});

it('a required version that the row does not have is reported as missing, an optional one is omitted', () => {
  const missing = (version: string): readonly string[] | undefined => {
    const model =
      modelOf(`type Query { rules: [Rule!]! } type Rule { id: ID! version: Int! name: String } input Patch { name: String version: ${version} }
      type Mutation { updateRule(id: ID!, version: ${version}, name: String): Rule editRule(id: ID!, input: Patch!): Rule }`);
    const { update } = changesOf(model, 'Rule');
    return update && changeVariables(model, update, { id: '1' }, { name: 'A' }).missing;
  };
  expect([missing('Int!'), missing('Int')]).toEqual([['version'], []]);
});

it('a step of an existing record that takes nothing but its key creates no record', () => {
  const sdl = (input: string): string => `type Query { orders: [Order!]! } type Order { id: ID! note: String total: Int }
    input SubmitOrderInput { ${input} } type Payload { order: Order } type Mutation { shopSubmitOrder(input: SubmitOrderInput!): Payload }`;
  expect(offered(sdl('id: ID!'), 'Order', 'create')).toBeNull();
  expect(offered(sdl('note: String total: Int'), 'Order', 'create')).toBe('shopSubmitOrder() input');
});

describe('an input with a field for a part of the record', () => {
  const TYPES = `type Query { clubs: [Club!]! } type Profile { id: ID! title: String } type Club { id: ID! email: String domain: String profile: Profile! }
    input ProfileInput { title: String } type Mutation { updateClub(clubData: UpdateClubInput!): Club! }`;

  it('changes the other fields, too', () => {
    const sdl = `${TYPES} input UpdateClubInput { ID: ID! email: String domain: String profileData: ProfileInput }`;
    expect(offered(sdl, 'Club')).toBe('updateClub(id > clubData.ID) clubData');
    expect(fieldsIn(sdl, 'Club')).toEqual(['email', 'domain', 'profileData']);
  });

  it('changes only the part if there is nothing else', () => {
    expect(offered(`${TYPES} input UpdateClubInput { ID: ID! profileData: ProfileInput }`, 'Club')).toBe(
      'updateClub(id > clubData.ID) clubData.profileData',
    );
  });
});

it('a mutation that changes something on a record is no update of the record', () => {
  const sdl = (name: string): string => `type Query { accounts: [Account!]! } type Pack { id: ID! }
    type Account { id: ID! name: String packs: [Pack!] } input In { accountId: ID! packs: Int free: Int } type Mutation { ${name}(input: In!): Account! }`;
  expect(offered(sdl('updateBasePlanOnAccount'), 'Account')).toBeNull();
  expect(offered(sdl('updateLimitsForAccount'), 'Account')).toBeNull();
  expect(offered(sdl('updateAccount'), 'Account')).toBe('updateAccount(id > input.accountId) input');
});

it('a kind and the key of a parent do not identify a record that has an id', () => {
  const sdl = (argument: string): string => `type Query { tokens: [TeamToken!]! } enum Service { MAIL CHAT }
    type TeamToken { id: ID! teamId: ID! serviceId: ID! service: Service! name: String } type Done { ok: Boolean }
    type Mutation { removeTeamToken(${argument}, teamId: ID!): Done updateTeamToken(${argument}, teamId: ID!): TeamToken }`;
  expect(offered(sdl('service: Service!'), 'TeamToken', 'delete')).toBeNull();
  expect(offered(sdl('service: Service!'), 'TeamToken')).toBeNull();
  expect(offered(sdl('serviceId: ID!'), 'TeamToken', 'delete')).toBe('removeTeamToken(serviceId > serviceId, teamId > teamId)');
});

it('links are recognised in any spelling', () => {
  const sdl = `type Query { tickets: [Ticket!]! } type Kind { id: ID! } type Ticket { id: ID! ticket_kind: Kind ordered_at: String }
    input Values { ticketKindId: ID } input In { id: ID! ticket: Values! } type Payload { ticket: Ticket! } type Mutation { updateTicket(input: In!): Payload! }`;
  expect(offered(sdl, 'Ticket')).toBe('updateTicket(id > input.id) input.ticket');
});

describe('a result field with a union of records', () => {
  const sdl = `type Query { configs: [Config!]! } union Config = NumberConfig | TextConfig type NumberConfig { id: ID! name: String low: Int } type TextConfig { id: ID! name: String }
    input In { ids: [ID!]! } type Payload { configs: [Config!]! } input Patch { id: ID! name: String } type Answer { config: Config! }
    input New { name: String! } type Mutation { deleteConfigs(input: In!): Payload! patchConfig(input: Patch!): Answer! createConfig(input: New!): Answer! }`;

  it.each(['NumberConfig', 'TextConfig'])('its mutations change each of them: %s', typeName => {
    expect(offered(sdl, typeName, 'delete')).toBe('deleteConfigs(id > input.ids)');
    expect(offered(sdl, typeName)).toBe('patchConfig(id > input.id) input');
  });

  it('its creation does not say which one it creates', () => {
    expect([offered(sdl, 'NumberConfig', 'create'), offered(sdl, 'TextConfig', 'create')]).toEqual([null, null]);
  });

  it('its mutations for one of them change only that one', () => {
    const one = sdl.replaceAll('patchConfig', 'patchTextConfig');
    expect([offered(one, 'NumberConfig'), offered(one, 'TextConfig')]).toEqual([null, 'patchTextConfig(id > input.id) input']);
  });
});

it('a mutation that takes a record out of another does not delete the type that its name happens to be', () => {
  const sdl = (
    input: string,
  ): string => `type Query { questions: [Question!]! forms: [Form!]! } type Form { id: ID! questions: [Question!] }
    interface Question { id: ID! label: String } type FormQuestion implements Question { id: ID! label: String subForm: Form }
    type TextQuestion implements Question { id: ID! label: String } input In { ${input} } type Payload { form: Form } type Mutation { removeFormQuestion(input: In!): Payload }`;
  const own = (input: string): string[] =>
    ['FormQuestion', 'TextQuestion'].filter(type => actionsFor(modelOf(sdl(input)), type).some(entry => entry.isOwn));
  expect(own('form: ID!, question: ID!')).toEqual([]);
  expect(offered(sdl('formId: ID!, questionId: ID!'), 'FormQuestion', 'delete')).toBeNull();
  expect(own('formQuestion: ID!')).toEqual(['FormQuestion']);
});
