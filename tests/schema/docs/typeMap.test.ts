/** The map of the types around a type. */
import { type TypeMap, typeMap } from '../../../src/schema/docs/typeMap';
import { modelOf } from '../modelOf';

const model = modelOf(`
  type Query { ships(filter: Filter): [Ship!] visit(id: ID!): Visit now: String }
  interface Node { id: ID! }
  type Ship implements Node { id: ID! name: String visits: [Visit!] sister: Ship kind: Kind }
  type Visit implements Node { id: ID! ship: Ship! berth: Berth }
  type Berth { id: ID! pier: Pier }
  type Pier { name: String }
  union Found = Ship | Berth
  enum Kind { TANKER }
  input Filter { kind: Kind inner: Filter }
  scalar Alone
`);
const layer = (map: TypeMap | null, at: number) => map?.nodes.filter(node => node.layer === at).map(node => node.name);
const edge = (map: TypeMap | null, from: string, to: string) => map?.edges.find(one => one.from === from && one.to === to);

describe('the map of types', () => {
  it('has the types before a type on one side and those after it on the other, two steps deep, without scalars', () => {
    const map = typeMap(model, 'Visit');
    expect([-2, -1, 0, 1, 2].map(at => layer(map, at))).toEqual([
      [],
      ['Query', 'Node'],
      ['Visit'],
      ['Ship', 'Berth'],
      ['Kind', 'Pier'],
    ]);
    expect(map).toMatchObject({ hiddenBefore: 0, hiddenAfter: 0 });
  });

  it('lists the fields and arguments that connect two types, in both directions', () => {
    expect(edge(typeMap(model, 'Visit'), 'Visit', 'Ship')).toMatchObject({
      onward: ['ship'],
      back: ['visits'],
      isKinship: false,
    });
    expect(edge(typeMap(model, 'Filter'), 'Query', 'Filter')).toMatchObject({ onward: ['ships(filter:)'], back: [] });
    expect(edge(typeMap(model, 'Ship'), 'Ship', 'Ship')).toMatchObject({ onward: ['sister'] });
    expect(edge(typeMap(model, 'Ship'), 'Found', 'Ship')).toMatchObject({ onward: [], isKinship: true });
  });

  it('connects an interface with the interface that it implements', () => {
    const kin = modelOf(`
      interface Node { id: ID! }
      interface Animal implements Node { id: ID! }
      type Dog implements Animal & Node { id: ID! }
      type Query { animals: [Animal!] }
    `);
    expect(edge(typeMap(kin, 'Animal'), 'Node', 'Animal')).toMatchObject({ isKinship: true });
  });

  it('omits the wrapper types of lists', () => {
    const relay = modelOf(`
      type Query { ships(first: Int, after: String): ShipConnection! }
      type ShipConnection { edges: [ShipEdge!]! pageInfo: PageInfo! totalCount: Int }
      type ShipEdge { node: Ship! cursor: String! }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      type Ship { id: ID! visits: VisitList }
      type VisitList { items: [Visit!]! total: Int }
      type Visit { id: ID! }
    `);
    expect([-1, 0, 1].map(at => layer(typeMap(relay, 'Ship'), at))).toEqual([['Query'], ['Ship'], ['Visit']]);
    expect(edge(typeMap(relay, 'Ship'), 'Query', 'Ship')).toMatchObject({ onward: ['ships'] });
    expect([-1, 1].map(at => layer(typeMap(relay, 'ShipConnection'), at))).toEqual([['Query'], ['ShipEdge', 'PageInfo']]);
    expect([-1, 1].map(at => layer(typeMap(relay, 'ShipEdge'), at))).toEqual([['ShipConnection'], ['Ship']]);
  });

  it('connects neighbouring layers only', () => {
    const map = typeMap(model, 'Ship');
    const at = new Map(map?.nodes.map(node => [node.name, node.layer]));
    for (const { from, to } of map?.edges ?? []) expect((at.get(to) ?? 9) - (at.get(from) ?? 9)).toBe(from === to ? 0 : 1);
  });

  it('is null for an unrelated type and for an unknown name', () => {
    expect(typeMap(model, 'Alone')).toBe(null);
    expect(typeMap(model, '__proto__')).toBe(null);
  });

  it('of a type with hundreds of relations stays small, and says how many it leaves out', () => {
    const many = Array.from({ length: 300 }, (_, n) => n);
    const hub = modelOf(`
      type Query { hub: Hub }
      type Hub { ${many.map(n => `to${n}: T${n}`).join(' ')} }
      ${many.map(n => `type T${n} { hub: Hub other: T${(n + 1) % 300} }  type From${n} { hub: Hub }`).join(' ')}
    `);
    const map = typeMap(hub, 'Hub');
    expect(map?.nodes.length).toBeLessThan(60);
    expect(map?.hiddenAfter).toBe(300 - (layer(map, 1)?.length ?? 0));
    expect(map?.hiddenBefore).toBe(301 - (layer(map, -1)?.length ?? 0));
  });
});
