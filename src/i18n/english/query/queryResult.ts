/** English texts of the tree of a large result, the plot and the assertions of a result in Query. They are of the area `query`. */
export const queryResult = {
  linesShown: 'Showing the first {shown, number} of {count, number} lines. Fold what you do not need.',
  plotAlong: 'X axis',
  plotRows: 'Row number',
  plotLines: 'Lines',
  plotNone: 'This list has no numbers.',
  plotLabel: 'Plot of {names}',
  assertions: 'Assertions',
  assertionHolds: 'Holds: {assertion}',
  assertionFails: 'Fails: {assertion}. Found {found}.',
  assertionLine: 'Line {line}: {message}',
} as const;
