import { typesWithContents } from '../../../src/schema/model/contentsQuery';

test('types whose name is not a text are left out, without an exception', () => {
  const hostile = [{ toString: 1, valueOf: 1 }, ['User'], null, 7].map(name => ({ kind: 'OBJECT', name }));
  expect(typesWithContents([...hostile, { kind: 'OBJECT', name: 'User' }])).toEqual([{ kind: 'OBJECT', name: 'User' }]);
});
