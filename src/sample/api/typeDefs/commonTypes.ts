/** Scalars, directives and small shared types of the harbour's schema. */
export const commonTypes = /* GraphQL */ `
"""
How long the lists under a field can get; the server reckons a query's cost from it before running it.
"""
directive @listSize(
  "Length taken when no slicing argument is given."
  assumedSize: Int!
  "Arguments that say how many rows are asked for; the largest counts."
  slicingArguments: [String!]
  "Fields of the returned object that hold the list; none when the field itself is the list."
  sizedFields: [String!]
) on FIELD_DEFINITION

"A moment in time, RFC 3339 with an offset, for example 2026-07-01T12:30:00Z. Answers are in UTC with milliseconds."
scalar DateTime @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339")

"A calendar day without a time, YYYY-MM-DD."
scalar Date @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6")

"""
A whole number of up to 64 bits. Answers hold a JSON integer, also beyond 2^53, so read them with a parser that keeps all digits.
As input, a JSON integer up to 2^53 or a text of digits.
"""
scalar BigInt

"Any JSON value: object, list, text, number, true, false or null."
scalar JSON @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc8259")

"A web address, either absolute or relative to the address of this endpoint (files/7 is beside graphql)."
scalar URL @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3986#section-4.1")

"A file sent along as a part of a multipart request."
scalar Upload @specifiedBy(url: "https://github.com/jaydenseric/graphql-multipart-request-spec")

"Anything that has an id of its own and can be fetched by it."
interface Node {
  "The id, unique among all types."
  id: ID!
}

"Where a page of a connection stands."
type PageInfo {
  "Cursor of the first row of this page; null when the page is empty."
  startCursor: String
  "Cursor of the last row of this page; null when the page is empty."
  endCursor: String
  "Whether rows follow this page."
  hasNextPage: Boolean!
  "Whether rows precede this page."
  hasPreviousPage: Boolean!
}

"Which way a list is sorted."
enum SortDirection {
  "Smallest, earliest or A first."
  ASC
  "Largest, latest or Z first."
  DESC
}

"Conditions on a text. All that are given must hold; upper and lower case are alike except for eq, ne and in."
input StringFilter {
  "Is exactly this."
  eq: String
  "Is not exactly this."
  ne: String
  "Is one of these; an empty list matches none."
  in: [String!]
  "Holds this."
  contains: String
  "Begins with this."
  startsWith: String
  "Ends with this."
  endsWith: String
}

"Conditions on a number. All that are given must hold."
input FloatFilter {
  "Equals this."
  eq: Float
  "Is less than this."
  lt: Float
  "Is at most this."
  lte: Float
  "Is greater than this."
  gt: Float
  "Is at least this."
  gte: Float
}

"Conditions on a whole number. All that are given must hold."
input IntFilter {
  "Equals this."
  eq: Int
  "Is less than this."
  lt: Int
  "Is at most this."
  lte: Int
  "Is greater than this."
  gt: Int
  "Is at least this."
  gte: Int
  "Is one of these; an empty list matches none."
  in: [Int!]
}

"Conditions on a whole number of up to 64 bits. All that are given must hold; rows without a value match none but isNull."
input BigIntFilter {
  "Equals this."
  eq: BigInt
  "Is less than this."
  lt: BigInt
  "Is at most this."
  lte: BigInt
  "Is greater than this."
  gt: BigInt
  "Is at least this."
  gte: BigInt
  "true: has no value. false: has one."
  isNull: Boolean
}

"Conditions on a day. All that are given must hold."
input DateFilter {
  "Is this day."
  eq: Date
  "Is before this day."
  lt: Date
  "Is this day or before."
  lte: Date
  "Is after this day."
  gt: Date
  "Is this day or after."
  gte: Date
}

"Conditions on a moment. All that are given must hold; rows without a value match none but isNull."
input DateTimeFilter {
  "Is this moment."
  eq: DateTime
  "Is before this moment."
  lt: DateTime
  "Is this moment or before."
  lte: DateTime
  "Is after this moment."
  gt: DateTime
  "Is this moment or after."
  gte: DateTime
  "true: has no value. false: has one."
  isNull: Boolean
}

"Conditions on an id."
input IDFilter {
  "Is this one."
  eq: ID
  "Is not this one."
  ne: ID
  "Is one of these; an empty list matches none."
  in: [ID!]
}
`;
