/** Views as a file: written, read strictly, and added to the existing ones. */
import { readViewFile, withViews, writeViewFile } from '../../../../src/features/data/views/viewFile';
import type { SavedView } from '../../../../src/session/navigation/savedViews';

const view = (name: string, filter = 'type:is:FERRY'): SavedView => ({
  collection: 'ships',
  name,
  state: { filter },
  widths: [['__proto__', 100]],
});

test('a file contains the views unchanged', () => {
  expect(readViewFile(writeViewFile([view('A'), view('B')]))).toEqual({
    views: [view('A'), view('B')],
    tiles: [],
  });
});

test.each([
  ['no JSON', '{', { problem: 'notJson', place: '' }],
  ['JSON of something else', '{"connections": []}', { problem: 'notViews', place: '' }],
  ['a list', '[]', { problem: 'notViews', place: '' }],
  ['inherited keys', '{"__proto__": {"kind": "oriel-views", "views": []}}', { problem: 'notViews', place: '' }],
  ['another version', '{"kind": "oriel-views", "version": 2, "views": []}', { problem: 'wrong', place: 'version' }],
  ['another key', '{"kind": "oriel-views", "version": 1, "views": [], "x": 1}', { problem: 'unknown', place: 'x' }],
  ['no list', '{"kind": "oriel-views", "version": 1, "views": {}}', { problem: 'wrong', place: 'views' }],
  [
    'too many views',
    JSON.stringify({ kind: 'oriel-views', version: 1, views: Array(201).fill({}) }),
    { problem: 'wrong', place: 'views' },
  ],
  [
    'a view that does not fit',
    '{"kind": "oriel-views", "version": 1, "views": [{"collection": "a", "name": "b", "state": {}}, {"collection": "a", "name": "c", "state": {"sort": 1}}]}',
    { problem: 'wrong', place: 'views[1].state.sort' },
  ],
  ['no view', '{"kind": "oriel-views", "version": 1, "views": [7]}', { problem: 'wrong', place: 'views[0]' }],
  [
    'a tile that does not fit',
    '{"kind": "oriel-views", "version": 1, "views": [], "dashboard": [{"id": "tile-1", "title": "A", "show": "pie"}]}',
    { problem: 'wrong', place: 'dashboard[0].show' },
  ],
])('a file with %s is refused with the reason', (_, text, problem) => {
  expect(readViewFile(text)).toEqual(problem);
});

test('existing views are skipped, and a name that is in use gets a number', () => {
  expect(withViews([view('A')], [view('A'), view('A', 'name:is:x'), view('B')]).map(({ name }) => name)).toEqual([
    'A',
    'A 2',
    'B',
  ]);
});
