/** English texts of comparing results in Query. They are of the area `query`. */
export const queryCompare = {
  compareFewTitle: 'Nothing to compare yet',
  compareFew: 'Run the operation again, or run it on another connection.',
  compareElsewhere: 'Connection',
  compareRun: 'Run there',
  compareHeaders:
    'The tab’s headers are not sent to another connection. Variables take their values from that connection’s environment.',
  compareSecret: 'The query contains a secret or a file. Neither is sent to another connection.',
  compareQueriesOnly: 'Only a query can run on another connection.',
  compareSchemas: 'Compare schemas',
  compareSchemaNone: 'One of the schemas is not available.',
} as const;
