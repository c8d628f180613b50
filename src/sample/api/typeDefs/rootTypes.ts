/** The root types, and the types used only by them. */
export const rootTypes = /* GraphQL */ `
"Who is signed in."
type Viewer {
  "Name of the account."
  name: String!
  "When the sign-in took place."
  signedInAt: DateTime!
  "When the token ends."
  tokenExpiresAt: DateTime!
}

"A successful sign-in."
type SignInPayload {
  "To be sent with every request as the header Authorization: Bearer <token>, and in the payload that opens a websocket."
  token: String!
  "When the token ends."
  expiresAt: DateTime!
  "Who is signed in now."
  viewer: Viewer!
}

"Something found by its text."
union SearchResult = Ship | Berth | Visit

"Questions to the harbour. They need no token, except that me tells nothing without one."
type Query {
  "The vessels known to the port."
  ships(
    "How many from the start of the list, 1 to 500. Default 50 when last is not given."
    first: Int
    "Cursor after which the page begins."
    after: String
    "How many from the end of the list, 1 to 500; not together with first."
    last: Int
    "Cursor before which the page ends."
    before: String
    "Which ships."
    filter: ShipFilter
    "Sorted how. By name when left out."
    order: ShipOrder
  ): ShipConnection! @listSize(assumedSize: 50, slicingArguments: ["first", "last"], sizedFields: ["edges", "nodes"])
  "Stays of ships at berths, the latest expected arrival first unless ordered otherwise."
  visits(
    "How many at most, 0 to 500."
    limit: Int = 50
    "How many to skip."
    offset: Int = 0
    "Which visits."
    where: VisitWhere
    "Sorted by these, the first one first."
    orderBy: [VisitOrder!]
  ): [Visit!]! @listSize(assumedSize: 50, slicingArguments: ["limit"])
  "All places where ships can lie."
  berths: [Berth!]! @listSize(assumedSize: 24)
  "One ship; null when there is none of this id."
  ship(
    "Id of the ship, such as ship-12."
    id: ID!
  ): Ship
  "One visit; null when there is none of this id."
  visit(
    "Id of the visit, such as visit-4711."
    id: ID!
  ): Visit
  "Anything that has an id; null when there is none of this id."
  node(
    "Id of whatever type."
    id: ID!
  ): Node
  "Ships, berths and visits whose name, number or remarks hold a text, best matches first."
  search(
    "What to look for, at least two characters. Upper and lower case are alike."
    text: String!
    "How many at most, 1 to 100."
    limit: Int = 20
  ): [SearchResult!]! @listSize(assumedSize: 20, slicingArguments: ["limit"])
  "Who is signed in; null without a token. An expired or invalid token is an error with code UNAUTHENTICATED."
  me: Viewer
}

"Changes. All but signIn need a token. A field is null when its change was refused; the errors tell why."
type Mutation {
  "Exchanges the access code, printed where the server was started, for a token."
  signIn(
    "The access code."
    code: String!
  ): SignInPayload
  "Books a berth for a ship."
  bookVisit(
    "What to book."
    input: BookVisitInput!
  ): Visit
  "Changes a visit that is not cancelled."
  changeVisit(
    "Id of the visit."
    id: ID!
    "What to change."
    patch: VisitPatch!
  ): Visit
  "Cancels a visit that has not begun."
  cancelVisit(
    "Id of the visit."
    id: ID!
    "Why, 3 to 500 characters."
    reason: String!
  ): Visit
  "Deletes a visit with its papers, unless the ship is alongside."
  deleteVisit(
    "Id of the visit."
    id: ID!
  ): Visit
  "Adds a file to a visit."
  attachDocument(
    "Id of the visit."
    visitId: ID!
    "The file, at most 50 MB."
    file: Upload!
  ): Document
  "Adds several files to a visit, all or none."
  attachDocuments(
    "Id of the visit."
    visitId: ID!
    "The files, at most 10 of 50 MB each."
    files: [Upload!]!
  ): [Document!]
  "Adds a ship."
  createShip(
    "The ship."
    input: CreateShipInput!
  ): Ship
  "Changes a ship."
  updateShip(
    "Id of the ship."
    id: ID!
    "What to change."
    patch: ShipPatch!
  ): Ship
  "Deletes a ship that has no visits."
  deleteShip(
    "Id of the ship."
    id: ID!
  ): Ship
  "Adds a berth."
  createBerth(
    "The berth."
    input: CreateBerthInput!
  ): Berth
  "Changes a berth."
  updateBerth(
    "Id of the berth."
    id: ID!
    "What to change."
    patch: BerthPatch!
  ): Berth
  "Deletes a berth that has no visits."
  deleteBerth(
    "Id of the berth."
    id: ID!
  ): Berth
}

"What happened to a visit."
enum VisitChangeKind {
  "It was booked."
  BOOKED
  "Some of it was changed."
  CHANGED
  "It was cancelled."
  CANCELLED
  "A file was added to it."
  DOCUMENT_ATTACHED
}

"A change of a visit, told when it is made."
type VisitChange {
  "What happened."
  kind: VisitChangeKind!
  "When it happened."
  at: DateTime!
  "The visit as it is now."
  visit: Visit!
}

"A position report of a ship."
type ShipPosition {
  "Number of this report since the feed began, from 0. A number left out is a report that was dropped because the reader was too slow."
  sequence: Int!
  "The ship."
  ship: Ship!
  "Name of the ship."
  name: String!
  "Degrees north of the equator."
  latitude: Float!
  "Degrees east of Greenwich; west is negative."
  longitude: Float!
  "Direction of movement, degrees clockwise from north."
  courseDegrees: Float!
  "Speed over ground in knots."
  speedKnots: Float!
  "When it was there."
  at: DateTime!
}

"Feeds that go on until they are ended. They need no token."
type Subscription {
  "Every change of a visit, whichever server it was made on."
  visitChanged(
    "Only visits at this berth, coming to it or leaving it for another."
    berthId: ID
  ): VisitChange!
  "Position reports of all ships in turn."
  shipPositions(
    "How many reports a second, 1 to 10000."
    perSecond: Int = 1
  ): ShipPosition!
  "The time of day at the harbour, once a second."
  clock: DateTime!
}
`;
