/** @jest-environment node */
import { CombinedError, gql, makeOperation, type OperationContext } from '@urql/core';
import { hasRun } from '../../../src/transport/observe/hasRun';

const ran = (text: string, path: readonly (string | number)[], kind: 'mutation' | 'query' = 'mutation'): boolean => {
  const operation = makeOperation(kind, { key: 1, query: gql(text), variables: {} } as never, {} as OperationContext);
  return hasRun({ operation, error: new CombinedError({ graphQLErrors: [{ message: 'no', path }] }) });
};
const CREATE =
  'mutation M($n: String!) { createShip(name: $n) { id owner { name } ...More ... on Ship { flag { code } } } } fragment More on Ship { size }';

it.each([
  ['the mutation itself', CREATE, ['createShip'], false],
  ['a field of its result', CREATE, ['createShip', 'owner'], true],
  ['a deeper field, in a list', CREATE, ['createShip', 0, 'owner', 'name'], true],
  ['a field in a fragment', CREATE, ['createShip', 'size'], true],
  ['one in an inline fragment', CREATE, ['createShip', 'flag', 'code'], true],
  ['a field of the input', CREATE, ['createShip', 'input', 'name'], false],
  ['no place', CREATE, [], false],
  ['a mutation in a namespace', 'mutation { ships { create(n: 1) { id } } }', ['ships', 'create'], false],
  ['an answer in a namespace', 'mutation { ships { create(n: 1) { id } } }', ['ships', 'create', 'id'], true],
  ['an answer without arguments', 'mutation { refresh { at } }', ['refresh', 'at'], true],
  ['an alias', 'mutation { a: refresh { b: at } }', ['a', 'b'], true],
])('an error at %s', (_, text, path, expected) => {
  expect(ran(text, path)).toBe(expected);
});

it('is false for a query', () => {
  expect(ran('{ ship(id: 1) { owner } }', ['ship', 'owner'], 'query')).toBe(false);
});

it('does not loop in fragments that spread each other', () => {
  expect(ran('mutation { go { ...A } } fragment A on T { ...B } fragment B on T { ...A }', ['go', 'x'])).toBe(false);
});
