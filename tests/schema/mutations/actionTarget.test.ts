/** Which record a mutation changes: the answer first, then the input, then the name; nothing where they contradict each other. */
import { actionById, actionsFor } from '../../../src/schema/mutations/actions';
import { actionTarget } from '../../../src/schema/mutations/actionTarget';
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
] as const)('a %s is offered only what changes it: %j', (type, expected) => {
  expect(offered(type)).toEqual(expected);
});

it('a bare id whose thing has no type of its own is offered on no record', () => {
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

it('a noun that is a verb as well is the thing where a verb ends the name', () => {
  const model = modelOf(`type Query { a: Int } type Post { id: ID! title: String } type Book { id: ID! }
    type Mutation { postUpdate(id: ID!, title: String): Post bookDelete(id: ID!): Boolean updateBook(id: ID!): Book }`);
  expect(actionsFor(model, 'Post').map(({ action }) => [action.id, action.verb])).toEqual([['postUpdate', 'update']]);
  expect(actionsFor(model, 'Book').map(({ action }) => [action.id, action.verb])).toEqual([
    ['bookDelete', 'delete'],
    ['updateBook', 'update'],
  ]);
});
