/** Ships: the type, its connection, filter and order. */
export const shipTypes = /* GraphQL */ `
"What a ship is built for."
enum ShipType {
  "Carries boxes."
  CONTAINER_SHIP
  "Carries ore, grain or coal loose in its holds."
  BULK_CARRIER
  "Carries oil or chemicals."
  TANKER
  "Carries liquefied gas."
  GAS_CARRIER
  "Carries cars and trucks, which drive on and off."
  VEHICLE_CARRIER
  "Carries whatever fits, often with cranes of its own."
  GENERAL_CARGO
  "Carries people for pleasure."
  CRUISE_SHIP
  "Carries people and vehicles on a fixed line."
  FERRY
}

"Where a ship is and how it moves."
type Position {
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

"A vessel known to the port."
type Ship implements Node {
  "Id of the ship, such as ship-12."
  id: ID!
  "Name painted on the bow."
  name: String!
  "IMO number: seven digits, the last a check digit; it stays with the hull for life."
  imo: String!
  "What it is built for."
  type: ShipType!
  "State whose flag it flies."
  flag: String!
  "Length over all, in metres."
  lengthMetres: Float!
  "Size of the enclosed space, in gross tons."
  grossTonnage: Int!
  "Day it was delivered by the yard."
  builtOn: Date!
  "Year it was delivered."
  builtYear: Int! @deprecated(reason: "Use builtOn, which tells the whole date.")
  "Picture of the ship, an SVG image."
  photo: URL!
  "Where it is now."
  position: Position!
  "Its visits to this port, the latest arrival first."
  visits(
    "How many at most, 1 to 500."
    first: Int = 20
    "Cursor after which the page begins."
    after: String
    "Only visits in one of these states."
    status: [VisitStatus!]
  ): VisitConnection! @listSize(assumedSize: 20, slicingArguments: ["first"], sizedFields: ["edges", "nodes"])
}

"A page of ships."
type ShipConnection {
  "The ships of this page, each with its cursor."
  edges: [ShipEdge!]!
  "The ships of this page."
  nodes: [Ship!]!
  "Where this page stands."
  pageInfo: PageInfo!
  "How many ships match the filter in all."
  totalCount: Int!
}

"A ship in a page."
type ShipEdge {
  "Marks this place in the list, for after and before."
  cursor: String!
  "The ship."
  node: Ship!
}

"Conditions on a ship's type."
input ShipTypeFilter {
  "Is this type."
  eq: ShipType
  "Is not this type."
  ne: ShipType
  "Is one of these types."
  in: [ShipType!]
}

"Conditions on ships. All that are given must hold."
input ShipFilter {
  "All of these hold."
  and: [ShipFilter!]
  "At least one of these holds; an empty list holds for none."
  or: [ShipFilter!]
  "This does not hold."
  not: ShipFilter
  "By id."
  id: IDFilter
  "By name."
  name: StringFilter
  "By IMO number."
  imo: StringFilter
  "By type."
  type: ShipTypeFilter
  "By flag state."
  flag: StringFilter
  "By length in metres."
  lengthMetres: FloatFilter
  "By gross tonnage."
  grossTonnage: IntFilter
  "By day of delivery."
  builtOn: DateFilter
}

"What ships can be sorted by."
enum ShipOrderField {
  "Name, by code point."
  NAME
  "IMO number."
  IMO
  "Flag state, by code point."
  FLAG
  "Length over all."
  LENGTH_METRES
  "Gross tonnage."
  GROSS_TONNAGE
  "Day of delivery."
  BUILT_ON
}

"How ships are sorted."
input ShipOrder {
  "By what."
  field: ShipOrderField!
  "Which way."
  direction: SortDirection! = ASC
}

"A ship to be added."
input CreateShipInput {
  "Name painted on the bow."
  name: String!
  "IMO number: seven digits, the last a check digit."
  imo: String!
  "What it is built for."
  type: ShipType!
  "State whose flag it flies."
  flag: String!
  "Length over all in metres, 1 to 500."
  lengthMetres: Float!
  "Size of the enclosed space in gross tons."
  grossTonnage: Int!
  "Day it was delivered by the yard."
  builtOn: Date!
}

"What is to be changed of a ship. A field left out stays as it is."
input ShipPatch {
  "Name painted on the bow."
  name: String
  "IMO number: seven digits, the last a check digit."
  imo: String
  "What it is built for."
  type: ShipType
  "State whose flag it flies."
  flag: String
  "Length over all in metres, 1 to 500."
  lengthMetres: Float
  "Size of the enclosed space in gross tons."
  grossTonnage: Int
  "Day it was delivered by the yard."
  builtOn: Date
}
`;
