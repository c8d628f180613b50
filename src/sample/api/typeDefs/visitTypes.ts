/** Berths, visits and their documents: types, filters, orders and inputs. */
export const visitTypes = /* GraphQL */ `
"The kind of cargo or passengers that a berth is equipped for."
enum BerthKind {
  "Has gantry cranes for containers."
  CONTAINER
  "Has grabs and conveyor belts for bulk cargo."
  BULK
  "Has pipelines and loading arms for liquids and gases."
  LIQUID
  "Has ramps for vehicles."
  VEHICLE
  "Has cranes for general cargo."
  MULTIPURPOSE
  "Has gangways for passengers."
  PASSENGER
}

"A place at the quay where one ship can moor."
type Berth implements Node {
  "The ID of the berth, such as berth-3."
  id: ID!
  "The short code of the berth on the chart."
  code: String!
  "The name of the berth."
  name: String!
  "What the berth is equipped for."
  kind: BerthKind!
  "The maximum length of a ship at this berth, in metres."
  maxLengthMetres: Float!
  "The depth of the water at low tide, in metres."
  depthMetres: Float!
  "The number of cranes."
  cranes: Int!
  "The number of changes so far, plus 1. A change that sends it is refused if the berth has been changed in the meantime."
  version: Int!
  "The visits to this berth. The latest expected arrival comes first."
  visits(
    "The maximum number of visits to return, 0 to 500."
    limit: Int = 20
    "The number of visits to skip."
    offset: Int = 0
  ): [Visit!]! @listSize(assumedSize: 20, slicingArguments: ["limit"])
}

"The status of a visit."
enum VisitStatus {
  "The visit is booked. The ship is not here yet."
  EXPECTED
  "The ship is waiting outside the port."
  AT_ANCHOR
  "The ship is at the berth."
  ALONGSIDE
  "The ship has left."
  DEPARTED
  "The visit will not take place."
  CANCELLED
}

"A visit of a ship to a berth."
type Visit implements Node {
  "The ID of the visit, such as visit-4711."
  id: ID!
  "The visiting ship."
  ship: Ship!
  "The berth that is assigned to the ship."
  berth: Berth!
  "The status of the visit."
  status: VisitStatus!
  "The expected time of arrival."
  eta: DateTime!
  "When the ship arrived at the berth. Null before that."
  arrivedAt: DateTime
  "When the ship left the berth. Null before that."
  departedAt: DateTime
  "The mass of the cargo, in metric tonnes. Null if the ship carries no cargo."
  cargoTonnes: Float
  "The customs value of the cargo, in billionths of a euro. Null if none is declared."
  value: BigInt
  "Remarks of the harbour office. Plain text of up to 10000 characters."
  notes: String
  "Additional information from agents and pilots, in no fixed format."
  metadata: JSON
  "Why the visit was cancelled. Null if it was not cancelled."
  cancelReason: String
  "When the visit was last changed."
  changedAt: DateTime!
  "The number of changes so far, plus 1. A change that sends it is refused if the visit has been changed in the meantime."
  version: Int!
  "The documents of the visit, in the order of their upload."
  documents: [Document!]! @listSize(assumedSize: 5)
}

"A page of visits."
type VisitConnection {
  "The visits of this page, with their cursors."
  edges: [VisitEdge!]!
  "The visits of this page."
  nodes: [Visit!]!
  "Information about this page."
  pageInfo: PageInfo!
  "The total number of matching visits, on all pages."
  totalCount: Int!
}

"A visit in a connection."
type VisitEdge {
  "The cursor of this visit, for the argument after."
  cursor: String!
  "The visit."
  node: Visit!
}

"A file that belongs to a visit."
type Document implements Node {
  "The ID of the document, such as document-9."
  id: ID!
  "The visit that the document belongs to."
  visit: Visit!
  "The file name, as sent by the uploading client."
  filename: String!
  "The media type, as sent by the uploading client."
  contentType: String!
  "The size in bytes."
  sizeBytes: BigInt!
  "The SHA-256 hash of the content, as 64 lowercase hexadecimal digits."
  sha256: String!
  "When the document was uploaded."
  uploadedAt: DateTime!
  "The URL from which the document can be downloaded."
  url: URL!
}

"Conditions on the status of a visit. All of them must be met."
input VisitStatusFilter {
  "Equals this status."
  eq: VisitStatus
  "Does not equal this status."
  ne: VisitStatus
  "Is one of these statuses. An empty list matches nothing."
  in: [VisitStatus!]
}

"Conditions on visits. All of them must be met."
input VisitWhere {
  "All of these conditions are met."
  and: [VisitWhere!]
  "At least one of these conditions is met. An empty list matches nothing."
  or: [VisitWhere!]
  "This condition is not met."
  not: VisitWhere
  "Conditions on the ID."
  id: IDFilter
  "Conditions on the ID of the ship."
  shipId: IDFilter
  "Conditions on the ID of the berth."
  berthId: IDFilter
  "Conditions on the status."
  status: VisitStatusFilter
  "Conditions on the expected arrival."
  eta: DateTimeFilter
  "Conditions on the arrival."
  arrivedAt: DateTimeFilter
  "Conditions on the departure."
  departedAt: DateTimeFilter
  "Conditions on the mass of the cargo, in metric tonnes. Visits without cargo never match."
  cargoTonnes: FloatFilter
  "Conditions on the customs value."
  value: BigIntFilter
  "Conditions on the remarks. Visits without remarks never match."
  notes: StringFilter
}

"The fields by which visits can be sorted."
enum VisitOrderField {
  "The expected arrival."
  ETA
  "The arrival. Visits without one come last."
  ARRIVED_AT
  "The departure. Visits without one come last."
  DEPARTED_AT
  "The mass of the cargo. Visits without cargo come last."
  CARGO_TONNES
  "The customs value. Visits without one come last."
  VALUE
  "The status, in the order in which a visit proceeds."
  STATUS
}

"How to sort visits."
input VisitOrder {
  "The field to sort by."
  field: VisitOrderField!
  "The direction to sort in."
  direction: SortDirection! = ASC
}

"The values of a new visit."
input BookVisitInput {
  "The ID of the visiting ship."
  shipId: ID!
  "The ID of the berth, which must be long enough for the ship."
  berthId: ID!
  "The expected time of arrival, in the future and at most two years ahead."
  eta: DateTime!
  "The mass of the cargo in metric tonnes, 0 to 1000000."
  cargoTonnes: Float
  "The customs value of the cargo, in billionths of a euro. It must not be negative."
  value: BigInt
  "Remarks, up to 10000 characters."
  notes: String
  "Additional information in any format, up to 64 kB as JSON."
  metadata: JSON
}

"The fields of a visit to change. Omitted fields are not changed. Null clears a field, if the field can be null."
input VisitPatch {
  "The ID of the new berth."
  berthId: ID
  "The new status. To cancel a visit, use cancelVisit."
  status: VisitStatus
  "The new expected time of arrival."
  eta: DateTime
  "When the ship arrived at the berth."
  arrivedAt: DateTime
  "When the ship left the berth. It must not be before the arrival."
  departedAt: DateTime
  "The mass of the cargo in metric tonnes, 0 to 1000000."
  cargoTonnes: Float
  "The customs value of the cargo, in billionths of a euro. It must not be negative."
  value: BigInt
  "Remarks, up to 10000 characters."
  notes: String
  "Additional information in any format, up to 64 kB as JSON."
  metadata: JSON
}

"The values of a new berth."
input CreateBerthInput {
  "The short code of the berth on the chart, up to 10 characters."
  code: String!
  "The name of the berth."
  name: String!
  "What the berth is equipped for."
  kind: BerthKind!
  "The maximum length of a ship at this berth, in metres."
  maxLengthMetres: Float!
  "The depth of the water at low tide, in metres."
  depthMetres: Float!
  "The number of cranes."
  cranes: Int!
}

"The fields of a berth to change. Omitted fields are not changed."
input BerthPatch {
  "The short code of the berth on the chart, up to 10 characters."
  code: String
  "The name of the berth."
  name: String
  "What the berth is equipped for."
  kind: BerthKind
  "The maximum length of a ship at this berth, in metres."
  maxLengthMetres: Float
  "The depth of the water at low tide, in metres."
  depthMetres: Float
  "The number of cranes."
  cranes: Int
}

"The reason why nothing was changed."
interface Refusal {
  "The reason, for people."
  message: String!
}

"A ship is at the berth."
type BerthOccupied implements Refusal {
  "The reason, for people."
  message: String!
  "The visit of the ship."
  visit: Visit!
}

"The depth is less than it is now, or more than a berth can have."
type DepthNotPossible implements Refusal {
  "The reason, for people."
  message: String!
  "The present depth of the water at low tide, in metres."
  depthMetres: Float!
}

"The deepened berth, or the reason why nothing was changed."
union DredgeBerthResult = Berth | BerthOccupied | DepthNotPossible
`;
