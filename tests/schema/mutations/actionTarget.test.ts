/** Which record a mutation changes, by its response, then its input, then its name; none if they contradict each other. */
import { actionById } from '../../../src/schema/mutations/actions';
import { actionTarget } from '../../../src/schema/mutations/actionTarget';
import { actionsFor } from '../../../src/schema/mutations/recordActions';
import { modelOf } from '../modelOf';

const MODEL = modelOf(`
  type Query { a: Int }
  type Customer { id: ID! name: String! } type Order { id: ID! code: String! lines: [OrderLine!]! }
  type OrderLine { id: ID! quantity: Int! } type Address { id: ID! street: String } type HistoryEntry { id: ID! }
  type Team { id: ID! name: String! } type Project { id: ID! name: String! } type ProjectUpdate { id: ID! body: String! }
  type Checkout { id: ID! email: String lines: [CheckoutLine!]! } type CheckoutLine { id: ID! quantity: Int! }
  type Transaction { id: ID! } type TransactionItem { id: ID! } type Column { id: ID! } type Owner { id: ID! } type Domain { id: ID! domain: String! }
  type Deletion { result: String! message: String } type DeletePayload { entityId: String! success: Boolean! }
  type ProjectPayload { project: Project success: Boolean! } type ProjectUpdatePayload { projectUpdate: ProjectUpdate success: Boolean! }
  type CheckoutPayload { checkout: Checkout errors: [Problem!]! } type TransactionPayload { transaction: TransactionItem errors: [Problem!]! }
  type DomainPayload { owner: Owner clientMutationId: String } type Problem { field: String message: String! }
  interface Notification { id: ID! } type MentionNotification implements Notification { id: ID! } type NotificationPayload { notification: Notification! }
  input ProjectInput { name: String } input LineInput { quantity: Int! } input AddressInput { id: ID! street: String } input TransactionInput { name: String }
  type Mutation {
    deleteCustomerNote(id: ID!): Deletion!
    deleteOrderNote(id: ID!): Deletion!
    teamKeyDelete(id: String!): DeletePayload!
    teamDelete(id: String!): DeletePayload!
    checkoutLinesUpdate(id: ID, lines: [LineInput!]!): CheckoutPayload
    checkoutLineUpdate(id: ID!, quantity: Int!): CheckoutPayload
    checkoutEmailUpdate(id: ID, email: String!): CheckoutPayload
    projectUpdate(id: String!, input: ProjectInput!): ProjectPayload!
    projectUpdateUpdate(id: String!, body: String): ProjectUpdatePayload!
    projectUpdateDelete(id: String!): DeletePayload!
    transactionUpdate(id: ID, transaction: TransactionInput): TransactionPayload
    updateCustomerAddress(input: AddressInput!): Address!
    deleteDomain(id: ID!): DomainPayload
    removeItem(id: ID!): Order
    notificationUpdate(id: String!): NotificationPayload!
    updateOrderLine(id: ID!, quantity: Int): Order
    adjustOrderLine("ID of the order line to change" id: ID!, quantity: Int): Boolean
  }`);

const offered = (type: string): string[] =>
  actionsFor(MODEL, type).map(({ action, target, isOwn }) => `${action.id} ${target.join('.')}${isOwn ? '' : ' (refers)'}`);

it.each([
  ['Customer', []],
  ['Order', []],
  ['Team', ['teamDelete id']],
  ['CheckoutLine', []],
  ['Checkout', ['checkoutLinesUpdate id', 'checkoutEmailUpdate id']],
  ['Project', ['projectUpdate id']],
  ['ProjectUpdate', ['projectUpdateUpdate id', 'projectUpdateDelete id']],
  ['Transaction', []],
  ['TransactionItem', ['transactionUpdate id']],
  ['Address', ['updateCustomerAddress input.id']],
  ['Owner', []],
  ['Domain', ['deleteDomain id']],
  ['MentionNotification', ['notificationUpdate id']],
  ['HistoryEntry', []],
] as const)('a %s is offered only the mutations that change it: %j', (type, expected) => {
  expect(offered(type)).toEqual(expected);
});

it('a mutation by a plain id is offered for no record if no type matches its name', () => {
  for (const id of [
    'deleteCustomerNote',
    'deleteOrderNote',
    'teamKeyDelete',
    'removeItem',
    'checkoutLineUpdate',
    'updateOrderLine',
  ]) {
    const action = actionById(MODEL, id);
    if (action === null) throw new Error(id);
    expect([id, actionTarget(MODEL, action)]).toEqual([id, null]);
  }
});

it('a word that is both noun and verb is the noun if the name ends with another verb', () => {
  const model = modelOf(`type Query { a: Int } type Post { id: ID! title: String } type Book { id: ID! }
    type Mutation { postUpdate(id: ID!, title: String): Post bookDelete(id: ID!): Boolean updateBook(id: ID!): Book }`);
  expect(actionsFor(model, 'Post').map(({ action }) => [action.id, action.verb])).toEqual([['postUpdate', 'update']]);
  expect(actionsFor(model, 'Book').map(({ action }) => [action.id, action.verb])).toEqual([
    ['bookDelete', 'delete'],
    ['updateBook', 'update'],
  ]);
});

/** The type whose records a mutation certainly changes as a whole; null if there is none. */
function targetIn(sdl: string, id: string): string | null {
  const model = modelOf(sdl);
  const action = actionById(model, id);
  if (action === null) throw new Error(id);
  const target = actionTarget(model, action);
  return target?.isWhole === true ? target.typeName : null;
}

describe('a deletion that returns no record', () => {
  const GONE = 'type Gone { success: Boolean! message: String }';
  it.each([
    [
      'a type whose name has a suffix of the server',
      `type Query { members: [MemberType!]! } type MemberType { id: ID! name: String } ${GONE} type Mutation { deleteMember(id: ID!): Gone }`,
      'deleteMember',
      'MemberType',
    ],
    [
      'the type that create and update return',
      `type Query { a: Int } type GolfSeason { id: ID! name: String } type SeasonAnswer { season: GolfSeason } ${GONE}
       type Mutation { updateSeason(id: ID!, name: String): SeasonAnswer deleteSeason(id: ID!): Gone }`,
      'deleteSeason',
      'GolfSeason',
    ],
    [
      'the type of the query field with that name',
      `type Query { marketingSegments: [Audience!]! marketingSegment(id: ID!): Audience } type Audience { id: ID! name: String } type Mutation { deleteMarketingSegment(id: ID!): Boolean }`,
      'deleteMarketingSegment',
      'Audience',
    ],
    [
      'several records of a type whose name ends with a filler word',
      `type Query { a: Int } type Menu { id: ID! } type MenuItem { id: ID! } ${GONE} type Mutation { menuItemBulkDelete(ids: [ID!]!): Gone }`,
      'menuItemBulkDelete',
      'MenuItem',
    ],
  ])('deletes %s', (_, sdl, id, expected) => {
    expect(targetIn(sdl, id)).toBe(expected);
  });

  it.each([
    [
      'if query fields have other names for records of the type',
      `type Query { customers: [User!]! staffUsers: [User!]! } type User { id: ID! name: String } ${GONE} type Mutation { customerDelete(id: ID!): Gone }`,
      'customerDelete',
    ],
    [
      'if another type has the name without its suffix',
      `type Query { a: Int } union Order = A | B type A { x: Int } type B { x: Int } type OrderType { id: ID! } ${GONE} type Mutation { deleteOrder(id: ID!): Gone }`,
      'deleteOrder',
    ],
    [
      'if the name means one state of the record',
      `type Query { a: Int } type Fee { id: ID! amount: Int } ${GONE} type Mutation { createAdjustedFee(amount: Int): Fee destroyAdjustedFee(id: ID!): Gone }`,
      'destroyAdjustedFee',
    ],
  ])('deletes nothing %s', (_, sdl, id) => {
    expect(targetIn(sdl, id)).toBeNull();
  });
});

it('words before the type name that mean some of its records, or a link between two, prove nothing', () => {
  const sdl = `type Query { a: Int } type Order { id: ID! code: String } type User { id: ID! } type Group { id: ID! } type DraftIssue { id: ID! title: String } type Hook { id: ID! } type RossumHook { id: ID! url: String }
    type Mutation {
      deleteDraftOrder(id: ID!): Order createDraftOrder(code: String): Order updateProjectDraftIssue(id: ID!, title: String): DraftIssue
      removeCouponCodeFromOrder(orderId: ID!, couponCode: String!): Order removeUserFromGroup(userId: ID!, groupId: ID!): Boolean addUserToGroup(userId: ID!): User
      updateAllFollowingOrders(id: ID!): Order
    }`;
  const found = ['deleteDraftOrder', 'createDraftOrder', 'updateProjectDraftIssue', 'removeCouponCodeFromOrder'].map(id =>
    targetIn(sdl, id),
  );
  expect(found).toEqual([null, 'Order', 'DraftIssue', null]);
  expect(['removeUserFromGroup', 'addUserToGroup', 'updateAllFollowingOrders'].map(id => targetIn(sdl, id))).toEqual([
    null,
    null,
    null,
  ]);
});

it('the last words of a type name are enough if the response contains the type, unless it is a payload type', () => {
  const sdl = `type Query { a: Int } type RossumHook { id: ID! url: String } type UpdateHarbourOutput { id: ID! } type EvaluationCriteriaEntity { id: ID! name: String }
    type Mutation { deleteHook(id: ID!): RossumHook updateHarbour(id: ID!): UpdateHarbourOutput removeEvaluationCriteria(id: ID!): EvaluationCriteriaEntity }`;
  expect(['deleteHook', 'updateHarbour', 'removeEvaluationCriteria'].map(id => targetIn(sdl, id))).toEqual([
    'RossumHook',
    null,
    'EvaluationCriteriaEntity',
  ]);
});

it('a mutation named after another query field does not take the key of the record that it returns', () => {
  const sdl = `type Query { posts: [Post!]! post(id: Int!): Post versionPost(id: Int!): PostVersion versionsPosts: [PostVersion!]! } type Post { id: Int! title: String } type PostVersion { id: Int! parent: Post }
    type Mutation { restoreVersionPost(id: Int!, draft: Boolean): Post restorePost(id: Int!): Post }`;
  expect(['restoreVersionPost', 'restorePost'].map(id => targetIn(sdl, id))).toEqual([null, 'Post']);
});
