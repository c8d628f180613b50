/** The operation of an entry of the wire log, to be sent or edited again. */
import { editableOf, loggedOperation } from '../../../src/features/wire/loggedOperation';
import type { WireEntry, WireText } from '../../../src/session/wire/wireLogEntry';

const VARIABLES = '{"id":9007199254740993,"where":{"all":[-12345678901234567890,1]},"text":"9007199254740993"}';
const textOf = (text: string | null): WireText => ({ bytes: 0, read: () => text });

function entryOf(variables: string | null, body: string): WireEntry {
  const query = textOf('query Q($id: Long) { a }');
  const steps = [
    { type: 'started', requestPolicy: 'cache-first', query, variables: textOf(variables), at: 0 },
    { type: 'request', body: textOf(body), headers: {}, at: 0 },
  ];
  return { kind: 'query', steps } as unknown as WireEntry;
}

it.each([
  ['beside the body', entryOf(VARIABLES, '')],
  ['in the body', entryOf(null, `{"variables":${VARIABLES}}`)],
])('large integers that were sent %s keep their digits', (_, entry) => {
  expect(loggedOperation(entry)).toMatchObject({
    state: 'ready',
    variables: { id: '9007199254740993', where: { all: ['-12345678901234567890', 1] }, text: '9007199254740993' },
  });
  const { asked } = editableOf(entry, {}) ?? {};
  expect(asked?.variables.match(/\d{10,}/g)).toEqual(['9007199254740993', '12345678901234567890', '9007199254740993']);
});

it('numbers that were sent are edited as numbers', () => {
  expect(editableOf(entryOf(VARIABLES, ''), {})?.asked.variables).toBe(VARIABLES);
  expect(editableOf(entryOf('{"n":1}', ''), {})?.asked.variables).toBe('{\n  "n": 1\n}');
});
