/** @jest-environment node */

import { buildSchema, introspectionFromSchema } from 'graphql';
import { recordEntries, schemaEntries, searchEntries, withSearches } from '../../../src/app/find/findIndex';
import { readIntrospection } from '../../../src/schema/model/introspection';

const schema = readIntrospection(
  introspectionFromSchema(
    buildSchema(`
      type Query { ships: [Ship!]! shipOwners: [Owner!]! pilot(area: String!): Owner crewOf(ship: ID!, owner: ID!): Owner crewed(id: ID!): Owner }
      type Mutation { bookShip(id: ID!): Ship }
      type Subscription { shipPositions: Ship }
      type Ship { id: ID! name: String ownerShip: Owner }
      type Owner { id: ID! }
      input ShipFilter { name: String }
    `),
  ),
);
const entries = schemaEntries(schema);
const search = (typed: string, limit = 50): string[] =>
  searchEntries(entries, typed, limit).map(entry => `${entry.kind} ${entry.label}`);

describe('searching in Find', () => {
  it('finds collections, actions, feeds, types and fields, but no types of introspection', () => {
    expect(new Set(entries.map(entry => entry.kind))).toEqual(
      new Set(['collection', 'lookup', 'action', 'feed', 'type', 'field']),
    );
    expect(entries.some(entry => entry.detail.startsWith('__'))).toBe(false);
  });

  it('ranks matches at the start of a name first, and screens before types and fields', () => {
    expect(search('ship').slice(0, 3)).toEqual(['collection Ships', 'collection Ship owners', 'feed Ship positions']);
    expect(search('ship').indexOf('type Ship')).toBeLessThan(search('ship').indexOf('field Owner ship'));
  });

  it('requires every word, in any order, and matches the names of the schema', () => {
    expect(search('owners ship')[0]).toBe('collection Ship owners');
    expect(search('bookShip')).toEqual(['action Book ship', ...search('bookShip').slice(1)]);
    expect(search('ShipFilter.name')).toEqual(['field Name']);
    expect(search('ship nothing')).toEqual([]);
  });

  it('lists the form of a query for one record before its page in Docs', () => {
    const found = searchEntries(entries, 'pilot', 50);
    expect(found.map(entry => entry.href)).toEqual(['/data/pilot', '/docs/Query/pilot']);
    // Fields that require a key come last: their records are reached through the collection.
    expect(search('crew').slice(0, 2)).toEqual(['lookup Crew of', 'lookup Crewed']);
  });

  it('offers screens while nothing is typed', () => {
    expect(search('  ', 3)).toEqual(['collection Ships', 'collection Ship owners', 'action Book ship']);
  });

  it('offers the records that were opened last first', () => {
    const records = recordEntries([{ typeName: 'Ship', title: 'Nordlys', href: '/data/ships/7' }]);
    const found = (typed: string) => searchEntries([...records, ...entries], typed, 50).map(entry => entry.href);
    expect(found('')[0]).toBe('/data/ships/7');
    expect(found('nordl')).toEqual(['/data/ships/7']);
    expect(found('nordlys ship')).toEqual(['/data/ships/7']);
  });

  it('links to the screens', () => {
    expect(searchEntries(entries, 'ships', 1)[0]?.href).toBe('/data/ships');
    expect(searchEntries(entries, 'ShipFilter.name', 1)[0]?.href).toBe('/docs/ShipFilter/name');
  });

  it('offers to search the rows where the server can, after screens and before types', () => {
    const people = readIntrospection(
      introspectionFromSchema(
        buildSchema(`
          type Query { people(search: String): [Person!]! ships(search: String): [Ship!]! berths: [Berth!]! }
          type Person { id: ID! name: String shipName: String } type Ship { id: ID! name: String } type Berth { id: ID! code: String }
        `),
      ),
    );
    const found = (typed: string) =>
      withSearches(people, searchEntries(schemaEntries(people), typed, 50), typed, 'Docs').map(
        entry => `${entry.kind} ${entry.label}`,
      );
    expect(found('andersson')).toEqual(['search People: andersson', 'search Ships: andersson', 'search Docs: andersson']);
    expect(found('ship').slice(0, 4)).toEqual(['collection Ships', 'search People: ship', 'search Ships: ship', 'type Ship']);
    // A name typed exactly as in the schema comes first.
    expect(found('Ship').slice(0, 3)).toEqual(['collection Ships', 'type Ship', 'search People: Ship']);
    expect(found('Person.shipName')[0]).toBe('field Ship name');
    expect(found(' ')).toEqual(searchEntries(schemaEntries(people), ' ', 50).map(entry => `${entry.kind} ${entry.label}`));
    const [first] = withSearches(people, [], ' O;Hara ', 'Docs');
    expect(first?.href).toBe('/data/people?filter=search%3Asearch%3AO%253BHara');
    expect(withSearches(people, [], ' O;Hara ', 'Docs').at(-1)?.href).toBe('/docs?q=O%3BHara');
  });
});
