/** Berths, visits and their documents: types, filters, orders and inputs. */
export const visitTypes = /* GraphQL */ `
"What a berth is equipped for."
enum BerthKind {
  "Gantry cranes for boxes."
  CONTAINER
  "Grabs and belts for loose cargo."
  BULK
  "Pipes and loading arms."
  LIQUID
  "Ramps for vehicles."
  VEHICLE
  "Cranes for general cargo."
  MULTIPURPOSE
  "Gangways for people."
  PASSENGER
}

"A place where one ship can lie alongside."
type Berth implements Node {
  "Id of the berth, such as berth-3."
  id: ID!
  "Short code on the chart."
  code: String!
  "Name used on the radio."
  name: String!
  "What it is equipped for."
  kind: BerthKind!
  "Longest ship it takes, in metres."
  maxLengthMetres: Float!
  "Depth of water at low tide, in metres."
  depthMetres: Float!
  "Number of cranes."
  cranes: Int!
  "Visits to this berth, the latest arrival first."
  visits(
    "How many at most, 0 to 500."
    limit: Int = 20
    "How many to skip."
    offset: Int = 0
  ): [Visit!]! @listSize(assumedSize: 20, slicingArguments: ["limit"])
}

"How far a visit has come."
enum VisitStatus {
  "Announced, not here yet."
  EXPECTED
  "Waiting outside."
  AT_ANCHOR
  "At the berth."
  ALONGSIDE
  "Gone again."
  DEPARTED
  "Will not take place."
  CANCELLED
}

"A ship's stay at a berth."
type Visit implements Node {
  "Id of the visit, such as visit-4711."
  id: ID!
  "The ship that comes."
  ship: Ship!
  "The berth it is given."
  berth: Berth!
  "How far it has come."
  status: VisitStatus!
  "When the ship is expected."
  eta: DateTime!
  "When it came alongside; null before that."
  arrivedAt: DateTime
  "When it left the berth; null before that."
  departedAt: DateTime
  "Cargo to be handled, in metric tonnes; null for ships without cargo."
  cargoTonnes: Float
  "Value of the cargo for customs, in billionths of a euro; null when none is declared."
  value: BigInt
  "Remarks of the harbour office, plain text that can be long."
  notes: String
  "What agents and pilots have added, in no fixed form."
  metadata: JSON
  "Why it was cancelled; null when it was not."
  cancelReason: String
  "When it was last changed."
  changedAt: DateTime!
  "Papers that belong to it, in the order they came."
  documents: [Document!]! @listSize(assumedSize: 5)
}

"A page of visits."
type VisitConnection {
  "The visits of this page, each with its cursor."
  edges: [VisitEdge!]!
  "The visits of this page."
  nodes: [Visit!]!
  "Where this page stands."
  pageInfo: PageInfo!
  "How many visits there are in all."
  totalCount: Int!
}

"A visit in a page."
type VisitEdge {
  "Marks this place in the list, for after."
  cursor: String!
  "The visit."
  node: Visit!
}

"A file that belongs to a visit."
type Document implements Node {
  "Id of the document, such as document-9."
  id: ID!
  "The visit it belongs to."
  visit: Visit!
  "Name under which it was uploaded."
  filename: String!
  "Media type the uploader gave it."
  contentType: String!
  "Size in bytes."
  sizeBytes: BigInt!
  "SHA-256 of its bytes, 64 lower-case hexadecimal digits."
  sha256: String!
  "When it was uploaded."
  uploadedAt: DateTime!
  "Where it can be downloaded."
  url: URL!
}

"Conditions on a visit's state."
input VisitStatusFilter {
  "Is this state."
  eq: VisitStatus
  "Is not this state."
  ne: VisitStatus
  "Is one of these states."
  in: [VisitStatus!]
}

"Conditions on visits. All that are given must hold."
input VisitWhere {
  "All of these hold."
  and: [VisitWhere!]
  "At least one of these holds; an empty list holds for none."
  or: [VisitWhere!]
  "This does not hold."
  not: VisitWhere
  "By id."
  id: IDFilter
  "By ship."
  shipId: IDFilter
  "By berth."
  berthId: IDFilter
  "By state."
  status: VisitStatusFilter
  "By expected arrival."
  eta: DateTimeFilter
  "By arrival."
  arrivedAt: DateTimeFilter
  "By departure."
  departedAt: DateTimeFilter
  "By tonnes of cargo; visits without cargo match none."
  cargoTonnes: FloatFilter
  "By customs value."
  value: BigIntFilter
  "By remarks; visits without remarks match none."
  notes: StringFilter
}

"What visits can be sorted by."
enum VisitOrderField {
  "Expected arrival."
  ETA
  "Arrival; visits without one come last."
  ARRIVED_AT
  "Departure; visits without one come last."
  DEPARTED_AT
  "Tonnes of cargo; visits without cargo come last."
  CARGO_TONNES
  "Customs value; visits without one come last."
  VALUE
  "State, in the order of a visit's course."
  STATUS
}

"How visits are sorted."
input VisitOrder {
  "By what."
  field: VisitOrderField!
  "Which way."
  direction: SortDirection! = ASC
}

"A visit to be booked."
input BookVisitInput {
  "The ship that comes."
  shipId: ID!
  "The berth it is to be given; it has to be long enough."
  berthId: ID!
  "When the ship is expected: in the future, at most two years ahead."
  eta: DateTime!
  "Cargo to be handled, in metric tonnes, 0 to 1000000."
  cargoTonnes: Float
  "Value of the cargo for customs, in billionths of a euro, not negative."
  value: BigInt
  "Remarks, at most 10000 characters."
  notes: String
  "Anything else, at most 64 kB as JSON."
  metadata: JSON
}

"What is to be changed of a visit. A field left out stays as it is; null clears it where that is possible."
input VisitPatch {
  "Another berth."
  berthId: ID
  "Another state. Use cancelVisit to cancel."
  status: VisitStatus
  "Another expected arrival."
  eta: DateTime
  "When it came alongside."
  arrivedAt: DateTime
  "When it left the berth; not before it came."
  departedAt: DateTime
  "Cargo in metric tonnes, 0 to 1000000."
  cargoTonnes: Float
  "Value of the cargo for customs, in billionths of a euro, not negative."
  value: BigInt
  "Remarks, at most 10000 characters."
  notes: String
  "Anything else, at most 64 kB as JSON."
  metadata: JSON
}

"A berth to be added."
input CreateBerthInput {
  "Short code on the chart, at most 10 characters."
  code: String!
  "Name used on the radio."
  name: String!
  "What it is equipped for."
  kind: BerthKind!
  "Longest ship it takes, in metres."
  maxLengthMetres: Float!
  "Depth of water at low tide, in metres."
  depthMetres: Float!
  "Number of cranes."
  cranes: Int!
}

"What is to be changed of a berth. A field left out stays as it is."
input BerthPatch {
  "Short code on the chart, at most 10 characters."
  code: String
  "Name used on the radio."
  name: String
  "What it is equipped for."
  kind: BerthKind
  "Longest ship it takes, in metres."
  maxLengthMetres: Float
  "Depth of water at low tide, in metres."
  depthMetres: Float
  "Number of cranes."
  cranes: Int
}
`;
