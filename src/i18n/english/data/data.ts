/** English texts of a table and its rows, which stand on the first screen. What works on them: dataMore.ts. */
export const data = {
  title: 'Data',
  noCollections: 'No collections',
  noCollectionsHelp: 'No query of this API returns a list of records. Actions, Live and Query still work.',
  schemaWaiting: 'Loading the schema',
  schemaFile: 'Use a schema file',
  deprecated: 'Deprecated: {reason}',
  argumentsHelp: 'The server requires this to list {collection}.',
  argumentsWaiting: 'Fill in the form above to see {collection}.',
  filterBy: 'Filter by {field}',
  inDocs: 'Show in Docs',
  sortThen: 'Then sort by this',
  rowsLoaded: '{count, plural, one {# row} other {# rows}} of {collection} loaded',
  noRows: 'No {collection}',
  missingRows: '{count, plural, one {# row} other {# rows}} could not be shown: the server returned nothing for them.',
  follow: 'Open {record}',
} as const;
