/** Scalars, directives and small shared types of the harbour's schema. */
export const commonTypes = /* GraphQL */ `
"""
The maximum length of the lists that a field returns. The server uses it to calculate the cost of an operation before executing it.
"""
directive @listSize(
  "Length that is assumed if no slicing argument is set."
  assumedSize: Int!
  "Arguments that set the number of returned items. If several are set, the largest value is used."
  slicingArguments: [String!]
  "Fields of the returned object that contain the list. Omitted if the field itself returns the list."
  sizedFields: [String!]
) on FIELD_DEFINITION

"A date and time with an offset (RFC 3339), for example 2026-07-01T12:30:00Z. Results are in UTC, with milliseconds."
scalar DateTime @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339")

"A date without a time, in the format YYYY-MM-DD."
scalar Date @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6")

"""
A signed 64-bit integer. In results it is a JSON integer, which can exceed 2^53, so use a JSON parser that preserves all digits.
As input, it is a JSON integer (up to 2^53) or a string of digits.
"""
scalar BigInt

"Any JSON value: an object, an array, a string, a number, true, false or null."
scalar JSON @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc8259")

"A URL, either absolute or relative to the URL of this endpoint (files/7 is resolved next to graphql)."
scalar URL @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3986#section-4.1")

"A file, sent as a part of a multipart request."
scalar Upload @specifiedBy(url: "https://github.com/jaydenseric/graphql-multipart-request-spec")

"An object with a globally unique ID, by which it can be fetched."
interface Node {
  "The ID, which is unique across all types."
  id: ID!
}

"Information about a page of a connection."
type PageInfo {
  "The cursor of the first item of this page. Null if the page is empty."
  startCursor: String
  "The cursor of the last item of this page. Null if the page is empty."
  endCursor: String
  "Whether there are more items after this page."
  hasNextPage: Boolean!
  "Whether there are more items before this page."
  hasPreviousPage: Boolean!
}

"The direction in which a list is sorted."
enum SortDirection {
  "Ascending: lowest, earliest or A first."
  ASC
  "Descending: highest, latest or Z first."
  DESC
}

"Conditions on a string. All of them must be met. eq, ne and in are case-sensitive, the others are not."
input StringFilter {
  "Equals this string."
  eq: String
  "Does not equal this string."
  ne: String
  "Is one of these values. An empty list matches nothing."
  in: [String!]
  "Contains this string."
  contains: String
  "Starts with this string."
  startsWith: String
  "Ends with this string."
  endsWith: String
}

"Conditions on a number. All of them must be met."
input FloatFilter {
  "Equals this number."
  eq: Float
  "Is less than this number."
  lt: Float
  "Is less than or equal to this number."
  lte: Float
  "Is greater than this number."
  gt: Float
  "Is greater than or equal to this number."
  gte: Float
}

"Conditions on an integer. All of them must be met."
input IntFilter {
  "Equals this number."
  eq: Int
  "Is less than this number."
  lt: Int
  "Is less than or equal to this number."
  lte: Int
  "Is greater than this number."
  gt: Int
  "Is greater than or equal to this number."
  gte: Int
  "Is one of these values. An empty list matches nothing."
  in: [Int!]
}

"Conditions on a 64-bit integer. All of them must be met. A missing value matches only isNull."
input BigIntFilter {
  "Equals this number."
  eq: BigInt
  "Is less than this number."
  lt: BigInt
  "Is less than or equal to this number."
  lte: BigInt
  "Is greater than this number."
  gt: BigInt
  "Is greater than or equal to this number."
  gte: BigInt
  "If true, matches only missing values. If false, matches only present values."
  isNull: Boolean
}

"Conditions on a date. All of them must be met."
input DateFilter {
  "Is on this date."
  eq: Date
  "Is before this date."
  lt: Date
  "Is on or before this date."
  lte: Date
  "Is after this date."
  gt: Date
  "Is on or after this date."
  gte: Date
}

"Conditions on a date and time. All of them must be met. A missing value matches only isNull."
input DateTimeFilter {
  "Is at this time."
  eq: DateTime
  "Is before this time."
  lt: DateTime
  "Is at or before this time."
  lte: DateTime
  "Is after this time."
  gt: DateTime
  "Is at or after this time."
  gte: DateTime
  "If true, matches only missing values. If false, matches only present values."
  isNull: Boolean
}

"Conditions on an ID. All of them must be met."
input IDFilter {
  "Equals this ID."
  eq: ID
  "Does not equal this ID."
  ne: ID
  "Is one of these values. An empty list matches nothing."
  in: [ID!]
}
`;
