/** English texts of two requests or answers side by side, in Wire and in Query. They are of the area `wire`. */
export const comparing = {
  compareWith: 'Compare with',
  compareFirst: 'First',
  compareSecond: 'Second',
  compareReceived: 'Received',
  compareSame: 'No differences',
  compareCounts:
    '{first, plural, one {# line only in the first} other {# lines only in the first}}, {second, plural, one {# only in the second} other {# only in the second}}',
  compareSkipped: '{count, plural, one {# equal line} other {# equal lines}}',
  compareLeft: '{count, plural, one {# more line is not shown} other {# more lines are not shown}}',
  compareGone: 'One of them is too large to compare, or no longer kept.',
  timing: 'Timing',
  columnTime: 'Time',
  columnResult: 'Result',
  columnDuration: 'Duration',
  timingWait: 'Waiting for the first byte',
  timingReceive: 'Receiving',
} as const;
