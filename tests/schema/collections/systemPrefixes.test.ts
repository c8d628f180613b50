/** System collections, recognized by a common prefix. */
import { findCollections } from '../../../src/schema/collections/collections';
import { systemPrefixes } from '../../../src/schema/collections/systemPrefixes';
import { modelOf } from '../modelOf';

const BUSINESS = ['ships', 'visits', 'berths', 'ports', 'crews'];
const PLUGIN = ['wf_steps', 'wf_runs', 'wf_logs', 'wf_hooks'];

it.each<[string, string[], string[]]>([
  ['several beside those of the business belong to a plug-in', [...BUSINESS, ...PLUGIN], ['wf_']],
  ['two or three are a coincidence', [...BUSINESS, 'wf_steps', 'wf_runs', 'wf_logs'], []],
  [
    'a record type with its parts is not a plug-in',
    [...BUSINESS, 'orders', 'order_items', 'order_lines', 'order_notes', 'order_taxes'],
    [],
  ],
  ['if most have a prefix, prefixes mean nothing', ['ships', 'crm_a', 'crm_b', 'crm_c', 'crm_d'], []],
])('%s', (_, names, wanted) => {
  expect([...systemPrefixes(names)]).toEqual(wanted);
});

it('collections with such a prefix belong to the system, the others do not', () => {
  const fields = [...BUSINESS, ...PLUGIN];
  const model = modelOf(
    `type Query { ${fields.map(name => `${name}: [T_${name}!]!`).join(' ')} } ${fields.map(name => `type T_${name} { id: ID! name: String }`).join(' ')}`,
  );
  expect(
    findCollections(model)
      .filter(({ isSystem }) => isSystem)
      .map(({ id }) => id),
  ).toEqual(PLUGIN);
});

it('collections of old versions of records belong to the system', () => {
  const model = modelOf(`
    type Post { id: ID! title: String } type PostVersion { id: ID! title: String } type Posts { docs: [Post!]! } type versionsPosts { docs: [PostVersion!]! }
    type Draft { id: ID! title: String }
    type Query { versionsPosts(limit: Int, page: Int): versionsPosts Posts(limit: Int, page: Int): Posts versionsOfAll: [Draft!]! }`);
  expect(findCollections(model).map(({ id, isSystem }) => [id, isSystem])).toEqual([
    ['versionsPosts', true],
    ['Posts', false],
    ['versionsOfAll', false],
  ]);
});
