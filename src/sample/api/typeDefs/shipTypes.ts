/** Ships: the type, its connection, filter and order. */
export const shipTypes = /* GraphQL */ `
"The purpose that a ship is built for."
enum ShipType {
  "Carries containers."
  CONTAINER_SHIP
  "Carries unpackaged cargo such as ore, grain or coal."
  BULK_CARRIER
  "Carries oil or chemicals."
  TANKER
  "Carries liquefied gas."
  GAS_CARRIER
  "Carries cars and trucks, which are driven on and off the ship."
  VEHICLE_CARRIER
  "Carries various kinds of cargo, often with its own cranes."
  GENERAL_CARGO
  "Carries passengers on pleasure voyages."
  CRUISE_SHIP
  "Carries passengers and vehicles on a fixed route."
  FERRY
}

"The position, course and speed of a ship at a point in time."
type Position {
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

"A vessel known to the port."
type Ship implements Node {
  "The ID of the ship, such as ship-12."
  id: ID!
  "The name of the ship."
  name: String!
  "The IMO number: seven digits, the last of which is a check digit. It never changes, even if the ship gets a new name or owner."
  imo: String!
  "The purpose that the ship is built for."
  type: ShipType!
  "The flag state: the country in which the ship is registered."
  flag: String!
  "Overall length, in metres."
  lengthMetres: Float!
  "Gross tonnage: a measure of the enclosed volume."
  grossTonnage: Int!
  "The date on which the shipyard delivered the ship."
  builtOn: Date!
  "The year in which the shipyard delivered the ship."
  builtYear: Int! @deprecated(reason: "Use builtOn, which has the complete date.")
  "The number of changes so far, plus 1. A change that sends it is refused if the ship has been changed in the meantime."
  version: Int!
  "A picture of the ship, as an SVG image."
  photo: URL!
  "The current position of the ship."
  position: Position!
  "The visits of the ship to this port. The latest expected arrival comes first."
  visits(
    "The maximum number of visits to return, 1 to 500."
    first: Int = 20
    "Return the visits after this cursor."
    after: String
    "Return only visits with one of these statuses."
    status: [VisitStatus!]
  ): VisitConnection! @listSize(assumedSize: 20, slicingArguments: ["first"], sizedFields: ["edges", "nodes"])
}

"A page of ships."
type ShipConnection {
  "The ships of this page, with their cursors."
  edges: [ShipEdge!]!
  "The ships of this page."
  nodes: [Ship!]!
  "Information about this page."
  pageInfo: PageInfo!
  "The total number of ships that match the filter, on all pages."
  totalCount: Int!
}

"A ship in a connection."
type ShipEdge {
  "The cursor of this ship, for the arguments after and before."
  cursor: String!
  "The ship."
  node: Ship!
}

"Conditions on the type of a ship. All of them must be met."
input ShipTypeFilter {
  "Equals this type."
  eq: ShipType
  "Does not equal this type."
  ne: ShipType
  "Is one of these types. An empty list matches nothing."
  in: [ShipType!]
}

"Conditions on ships. All of them must be met."
input ShipFilter {
  "All of these conditions are met."
  and: [ShipFilter!]
  "At least one of these conditions is met. An empty list matches nothing."
  or: [ShipFilter!]
  "This condition is not met."
  not: ShipFilter
  "Conditions on the ID."
  id: IDFilter
  "Conditions on the name."
  name: StringFilter
  "Conditions on the IMO number."
  imo: StringFilter
  "Conditions on the type."
  type: ShipTypeFilter
  "Conditions on the flag state."
  flag: StringFilter
  "Conditions on the overall length in metres."
  lengthMetres: FloatFilter
  "Conditions on the gross tonnage."
  grossTonnage: IntFilter
  "Conditions on the date of delivery."
  builtOn: DateFilter
}

"The fields by which ships can be sorted."
enum ShipOrderField {
  "The name, compared by code points."
  NAME
  "The IMO number."
  IMO
  "The flag state, compared by code points."
  FLAG
  "The overall length."
  LENGTH_METRES
  "The gross tonnage."
  GROSS_TONNAGE
  "The date of delivery."
  BUILT_ON
}

"How to sort ships."
input ShipOrder {
  "The field to sort by."
  field: ShipOrderField!
  "The direction to sort in."
  direction: SortDirection! = ASC
}

"The values of a new ship."
input CreateShipInput {
  "The name of the ship."
  name: String!
  "The IMO number: seven digits, the last of which is a check digit."
  imo: String!
  "The purpose that the ship is built for."
  type: ShipType!
  "The flag state: the country in which the ship is registered."
  flag: String!
  "Overall length in metres, 1 to 500."
  lengthMetres: Float!
  "Gross tonnage: a measure of the enclosed volume."
  grossTonnage: Int!
  "The date on which the shipyard delivered the ship."
  builtOn: Date!
}

"The fields of a ship to change. Omitted fields are not changed."
input ShipPatch {
  "The name of the ship."
  name: String
  "The IMO number: seven digits, the last of which is a check digit."
  imo: String
  "The purpose that the ship is built for."
  type: ShipType
  "The flag state: the country in which the ship is registered."
  flag: String
  "Overall length in metres, 1 to 500."
  lengthMetres: Float
  "Gross tonnage: a measure of the enclosed volume."
  grossTonnage: Int
  "The date on which the shipyard delivered the ship."
  builtOn: Date
}

"A change of one of several ships."
input ShipChange {
  "The ID of the ship to change."
  id: ID!
  "The fields to change."
  patch: ShipPatch!
  "The version that the change is based on. If the ship has been changed since, nothing is changed."
  version: Int
}
`;
