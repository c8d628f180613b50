/** The root types, and the types used only by them. */
export const rootTypes = /* GraphQL */ `
"What an account is allowed to change."
enum ViewerRole {
  "The harbour office can change everything."
  HARBOUR_OFFICE
  "The pilot station can change visits and attach documents to them. It cannot book, cancel or delete visits, or change ships and berths."
  PILOT_STATION
}

"The signed-in user."
type Viewer {
  "The name of the account."
  name: String!
  "What the account is allowed to change."
  role: ViewerRole!
  "When the user signed in."
  signedInAt: DateTime!
  "When the token expires."
  tokenExpiresAt: DateTime!
}

"The result of a successful sign-in."
type SignInPayload {
  "The token to send in the header Authorization: Bearer <token>, or in the connection_init payload of a websocket."
  token: String!
  "When the token expires."
  expiresAt: DateTime!
  "The user who is now signed in."
  viewer: Viewer!
}

"An object that a search can return."
union SearchResult = Ship | Berth | Visit

"The queries of the harbour. They do not require a token. Without one, me is null."
type Query {
  "The ships known to the port."
  ships(
    "The number of ships to return from the start of the list, 1 to 500. Defaults to 50 if last is not set."
    first: Int
    "Return the ships after this cursor."
    after: String
    "The number of ships to return from the end of the list, 1 to 500. Cannot be combined with first."
    last: Int
    "Return the ships before this cursor."
    before: String
    "Conditions that the ships must meet."
    filter: ShipFilter
    "How to sort the ships. Defaults to their names, ascending."
    order: ShipOrder
  ): ShipConnection! @listSize(assumedSize: 50, slicingArguments: ["first", "last"], sizedFields: ["edges", "nodes"])
  "Visits of ships to berths. By default, the latest expected arrival comes first."
  visits(
    "The maximum number of visits to return, 0 to 500."
    limit: Int = 50
    "The number of visits to skip."
    offset: Int = 0
    "Conditions that the visits must meet."
    where: VisitWhere
    "How to sort the visits. Each entry sorts the visits that are equal in all entries before it."
    orderBy: [VisitOrder!]
  ): [Visit!]! @listSize(assumedSize: 50, slicingArguments: ["limit"])
  "All berths of the port."
  berths: [Berth!]! @listSize(assumedSize: 24)
  "The ship with this ID, or null if it does not exist."
  ship(
    "The ID of the ship, such as ship-12."
    id: ID!
  ): Ship
  "The visit with this ID, or null if it does not exist."
  visit(
    "The ID of the visit, such as visit-4711."
    id: ID!
  ): Visit
  "The object with this ID, or null if it does not exist."
  node(
    "The ID of an object of any type."
    id: ID!
  ): Node
  "Searches ships, berths and visits for a text in their names, numbers and remarks. The best matches come first."
  search(
    "The text to search for, 2 to 100 characters. The search is not case-sensitive."
    text: String!
    "The maximum number of results, 1 to 100."
    limit: Int = 20
  ): [SearchResult!]! @listSize(assumedSize: 20, slicingArguments: ["limit"])
  "The signed-in user, or null without a token. An expired or invalid token causes an error with the code UNAUTHENTICATED."
  me: Viewer
}

"The mutations of the harbour. All except signIn require a token, and some the harbour office. If a mutation fails, its field is null and the errors state the reason."
type Mutation {
  "Signs in with the access code and returns a token."
  signIn(
    "One of the access codes that the server prints when it starts: of the harbour office, or of the pilot station."
    code: String!
  ): SignInPayload
  "Books a berth for a ship."
  bookVisit(
    "The visit to book."
    input: BookVisitInput!
  ): Visit
  "Changes a visit, unless it is cancelled."
  changeVisit(
    "The ID of the visit to change."
    id: ID!
    "The fields to change."
    patch: VisitPatch!
    "The version that the change is based on. If the visit has been changed since, the change is refused."
    version: Int
  ): Visit
  "Cancels a visit, unless the ship has already arrived at the berth."
  cancelVisit(
    "The ID of the visit to cancel."
    id: ID!
    "The reason, 3 to 500 characters."
    reason: String!
  ): Visit
  "Deletes a visit and its documents, unless the ship is alongside."
  deleteVisit(
    "The ID of the visit to delete."
    id: ID!
  ): Visit
  "Adds a file to a visit."
  attachDocument(
    "The ID of the visit."
    visitId: ID!
    "The file, up to 50 MB."
    file: Upload!
  ): Document
  "Adds several files to a visit. If one of them is refused, none is added."
  attachDocuments(
    "The ID of the visit."
    visitId: ID!
    "The files, up to 10 of up to 50 MB each."
    files: [Upload!]!
  ): [Document!]
  "Creates a ship."
  createShip(
    "The ship to create."
    input: CreateShipInput!
  ): Ship
  "Changes a ship."
  updateShip(
    "The ID of the ship to update."
    id: ID!
    "The fields to change."
    patch: ShipPatch!
    "The version that the change is based on. If the ship has been changed since, the change is refused."
    version: Int
  ): Ship
  "Deletes a ship, unless it has visits."
  deleteShip(
    "The ID of the ship to delete."
    id: ID!
  ): Ship
  "Creates several ships, up to 100. If one of them is refused, none is created."
  createShips(
    "The ships to create."
    inputs: [CreateShipInput!]!
  ): [Ship!]
  "Changes several ships, up to 100. If one of the changes is refused, nothing is changed."
  updateShips(
    "The changes."
    changes: [ShipChange!]!
  ): [Ship!]
  "Deletes several ships, up to 100. If one of them has visits, none is deleted."
  deleteShips(
    "The IDs of the ships to delete."
    ids: [ID!]!
  ): [Ship!]
  "Creates a berth."
  createBerth(
    "The berth to create."
    input: CreateBerthInput!
  ): Berth
  "Changes a berth."
  updateBerth(
    "The ID of the berth to update."
    id: ID!
    "The fields to change."
    patch: BerthPatch!
    "The version that the change is based on. If the berth has been changed since, the change is refused."
    version: Int
  ): Berth
  "Deepens a berth, unless a ship is alongside."
  dredgeBerth(
    "The ID of the berth."
    berthId: ID!
    "The new depth of the water at low tide, in metres, up to 50."
    depthMetres: Float!
  ): DredgeBerthResult
  "Deletes a berth, unless it has visits."
  deleteBerth(
    "The ID of the berth to delete."
    id: ID!
  ): Berth
}

"The kind of a change of a visit."
enum VisitChangeKind {
  "The visit was booked."
  BOOKED
  "Fields of the visit were changed."
  CHANGED
  "The visit was cancelled."
  CANCELLED
  "A document was attached to the visit."
  DOCUMENT_ATTACHED
}

"A change of a visit, sent when the change is made."
type VisitChange {
  "The kind of change."
  kind: VisitChangeKind!
  "When the change was made."
  at: DateTime!
  "The visit after the change."
  visit: Visit!
}

"A position report of a ship."
type ShipPosition {
  "The number of this report, counted from 0. A missing number is a report that was dropped because the client was too slow."
  sequence: Int!
  "The ship that the report is about."
  ship: Ship!
  "The name of the ship."
  name: String!
  "Latitude in degrees. Positive values are north of the equator."
  latitude: Float!
  "Longitude in degrees. Positive values are east of Greenwich."
  longitude: Float!
  "Course over ground, in degrees clockwise from north."
  courseDegrees: Float!
  "Speed over ground, in knots."
  speedKnots: Float!
  "When the ship was at this position."
  at: DateTime!
}

"The subscriptions of the harbour. They do not require a token, and run until the client ends them."
type Subscription {
  "Sends every change of a visit, no matter which server instance made it."
  visitChanged(
    "Send only changes of visits to this berth, including visits that are moved to it or away from it."
    berthId: ID
  ): VisitChange!
  "Sends position reports of all ships, one ship after the other."
  shipPositions(
    "The number of reports per second, 1 to 10000."
    perSecond: Int = 1
  ): ShipPosition!
  "Sends the current time, once per second."
  clock: DateTime!
}
`;
