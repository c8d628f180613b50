/** The records that a field of a form offers, by its name and by the relations of the form's type. */
import { formModel } from '../../../src/schema/forms/formModel';
import { createRecordChoices } from '../../../src/session/history/recordChoices';
import { modelOf } from '../../schema/modelOf';
import { processorTime } from '../../support/processorTime';

const model = modelOf(`
  type Query {
    countries: [Country!]! country(code: ID!): Country
    currencies: [Currency!]! currency(id: ID!): Currency
    ports: [Port!]! port(id: ID!): Port
    products: [Product!]! product(sku: String!): Product
  }
  type Country { code: ID! name: String! }
  type Currency { id: ID! iso: String! name: String! }
  type Port { id: ID! name: String! country: Country money: Currency }
  type Product { sku: String! name: String! }
  input PortInput { name: String countryCode: String moneyIso: String zipCode: String productSku: String portId: ID note: CreateOr }
  input CreateOr { create: PortInput connectOrCreate: PortInput connectById: ID connectByName: String }
  type Mutation {
    updatePort(id: ID!, input: PortInput): Port
    createCountry(countryCode: ID!, name: String): Country
  }
`);
const fieldsOf = (input: string) => {
  const type = model.types.get(input);
  return type?.kind === 'input' ? formModel(model, type.inputFields.values()) : [];
};

it.each([
  ['countryCode', 'Countries', { countries: [{ code: 'NO', name: 'Norway' }] }, 'NO'],
  // By the relation, and by the field at the end of its name, although currencies are loaded by id.
  ['moneyIso', 'Currencies', { currencies: [{ id: '7', iso: 'NOK', name: 'Krone' }] }, 'NOK'],
  ['productSku', 'Products', { products: [{ sku: 'a-1', name: 'Rope' }] }, 'a-1'],
  ['portId', 'Ports', { ports: [{ id: '3', name: 'Bergen' }] }, '3'],
])('%s offers %s', (name, label, response, key) => {
  const choicesFor = createRecordChoices(model, 'Port');
  const field = fieldsOf('PortInput').find(each => each.name === name);
  const choices = field && choicesFor(field, ['input', name]);
  expect(choices?.label).toBe(label);
  expect(
    choices
      ?.search('')
      .read(response)
      ?.choices.map(choice => choice.key),
  ).toEqual([key]);
});

it('an unrelated code is typed, and so is the code of a new record', () => {
  const zip = fieldsOf('PortInput').find(({ name }) => name === 'zipCode');
  expect(zip && createRecordChoices(model, 'Port')(zip, ['input', 'zipCode'])).toBe(null);
  const code = { name: 'countryCode', control: { kind: 'scalar', scalar: { kind: 'id' } } };
  expect(createRecordChoices(model, 'Country')(code, ['countryCode'])).toBe(null);
});

it('connecting an existing record is offered before creating one', () => {
  const note = fieldsOf('PortInput').find(({ name }) => name === 'note')?.control;
  const fields = note?.kind === 'group' ? note.fields : [];
  expect(fields.map(({ name }) => name)).toEqual(['connectById', 'connectByName', 'create', 'connectOrCreate']);
});

it('people are offered by their full names', () => {
  const people =
    modelOf(`type Person { id: ID! firstName: String! lastName: String! } input Filter { lastName: Text } input Text { contains: String }
    type Query { people(filter: Filter): [Person!]! person(id: ID!): Person }`);
  const field = { name: 'personId', control: { kind: 'scalar', scalar: { kind: 'id' } } };
  const choices = createRecordChoices(people, null)(field, ['personId']);
  const ada = { id: '1', firstName: 'Ada', lastName: 'Writer' };
  expect(
    choices
      ?.search('')
      .read({ people: [ada] })
      ?.choices.map(({ label }) => label),
  ).toEqual(['Ada Writer']);
  expect(choices?.name('1')?.read({ person: ada })).toBe('Ada Writer');
  expect(JSON.stringify(choices?.search('Ada Writer').variables)).toContain('"Writer"');
});

it('a number offers the numbers of the records, not the keys that all records have', () => {
  const global =
    modelOf(`scalar BigInt interface Node { nodeId: ID! } type author implements Node { nodeId: ID! id: BigInt! name: String! }
    type Query { node(nodeId: ID!): Node authors(filter: authorFilter, first: Int): [author!]! } input authorFilter { id: BigIntFilter } input BigIntFilter { eq: BigInt }`);
  const kind = (of: string) => ({ name: 'author_id', control: { kind: 'scalar', scalar: { kind: of } } });
  const choicesFor = createRecordChoices(global, null);
  const ada = { nodeId: 'n5', id: '5', name: 'Ada' };
  const keys = (of: string) =>
    choicesFor(kind(of), ['author_id'])
      ?.search('')
      .read({ authors: [ada] })
      .choices.map(({ key }) => key);
  expect([keys('bigInt'), keys('id')]).toEqual([['5'], ['n5']]);
  const name = choicesFor(kind('bigInt'), ['author_id'])?.name('5');
  expect(name?.variables).toMatchObject({ filter: { id: { eq: 5 } } });
  expect(name?.read({ authors: [ada] })).toBe('Ada');
  expect(name?.read({ authors: [{ nodeId: 'n6', id: '6', name: 'Bea' }] })).toBeNull();
});

it('an Int, a UUID or a text offers the row ids of records that a global id addresses', () => {
  const rows = (type: string) =>
    modelOf(`scalar UUID interface Node { id: ID! } type Author implements Node { id: ID! rowId: ${type}! name: String! }
    type Query { node(id: ID!): Node authors(condition: AuthorCondition, first: Int): [Author!]! author(rowId: ${type}!): Author authorById(id: ID!): Author }
    input AuthorCondition { rowId: ${type} } input BookInput { authorId: ${type} } type Mutation { addBook(book: BookInput!): Int }`);
  const UUID = '5f6a2a94-6c3c-4d2b-9a37-1d7f2f1f0b11';
  const keysOf = (type: string, rowId: string) => {
    const model = rows(type);
    const input = model.types.get('BookInput');
    const [field] = input?.kind === 'input' ? formModel(model, input.inputFields.values()) : [];
    const choices = field && createRecordChoices(model, 'Book')(field, ['book', 'authorId']);
    const found = choices?.search('').read({ authors: [{ id: 'n5', rowId, name: 'Ada' }] });
    return [found?.choices[0]?.key, choices?.name(rowId)?.variables.condition];
  };
  expect(keysOf('Int', '5')).toEqual(['5', { rowId: 5 }]);
  expect(keysOf('UUID', UUID)).toEqual([UUID, { rowId: UUID }]);
  expect(keysOf('String', 'a-5')).toEqual(['a-5', { rowId: 'a-5' }]);
  expect(keysOf('ID', 'n5')).toEqual(['n5', undefined]);
});

it('records that only a list returns are offered from it, by the name of their type or of the relation', () => {
  const simple = modelOf(`
    type Query { people: [Person!]! notes(skip: Int, take: Int): [Note!]! }
    type Person { id: ID! firstName: String! lastName: String! } type Note { id: ID! text: String! author: Person! }
    type Mutation { deletePerson(id: ID!): Boolean! addNote(authorId: ID!, noteId: ID): Note! }
  `);
  const choiceOf = (name: string, argument: string, about: string) => {
    const args = simple.mutationType?.fields.get(name)?.args ?? new Map();
    const field = formModel(simple, args.values()).find(each => each.name === argument);
    return field && createRecordChoices(simple, about)(field, [argument])?.label;
  };
  expect(choiceOf('deletePerson', 'id', 'Person')).toBe('People');
  expect(choiceOf('addNote', 'authorId', 'Note')).toBe('People');
  expect(choiceOf('addNote', 'noteId', 'Note')).toBe('Notes');
});

describe('a bare id', () => {
  const linked = modelOf(`
    type Query { people: [Person!]! tags: [Tag!]! notes: [Note!]! }
    type Person { id: ID! name: String! } type Tag { id: ID! name: String! }
    type Note { id: ID! text: String! author: Person labels: [Tag!]! }
    input NoteInput { id: ID text: String author: PersonLink labels: TagLink }
    input PersonLink { create: PersonInput connect: ById } input TagLink { connect: [ById!] } input ById { id: ID } input PersonInput { id: ID name: String }
    type Mutation { createNote(data: NoteInput!): Note! }
  `);
  const ID = { name: 'id', control: { kind: 'scalar', scalar: { kind: 'id' } } };
  const labelOf = (path: (string | number)[], isNew = true) => createRecordChoices(linked, 'Note', isNew)(ID, path)?.label;

  it('that links another record offers the records of the relation', () => {
    expect(labelOf(['data', 'author', 'connect', 'id'])).toBe('People');
    expect(labelOf(['data', 'labels', 'connect', 0, 'id'], false)).toBe('Tags');
    expect(labelOf(['where', 'id'], false)).toBe('Notes');
  });

  it('a key named like a relation offers its records, whatever the name of their type', () => {
    const django = modelOf(`
      type Query { ships: [ShipType!]! ports: [PortType!]! crews: [CrewType!]! }
      type ShipType { id: ID! name: String! port: PortType crew: [CrewType!]! } type PortType { id: ID! name: String! } type CrewType { id: ID! name: String! }`);
    const chosen = (kind: string, name: string, ...path: (string | number)[]) =>
      createRecordChoices(django, 'ShipType')({ name, control: { kind: 'scalar', scalar: { kind } } }, path)?.label;
    expect(chosen('id', 'port', 'port')).toBe('Ports');
    expect(chosen('int', 'port', 'data', 'port')).toBe('Ports');
    expect(chosen('id', 'portId', 'data', 'portId')).toBe('Ports');
    expect(chosen('id', 'set', 'data', 'port', 'set')).toBe('Ports');
    expect(chosen('id', '', 'data', 'crew', 'add', 0)).toBe('Crews');
    expect(chosen('text', 'name', 'data', 'name')).toBeUndefined();
  });

  it('of a new record is typed', () => {
    expect(labelOf(['data', 'id'])).toBeUndefined();
    expect(labelOf(['note', 'id'])).toBeUndefined();
    expect(labelOf(['data', 'author', 'create', 'id'])).toBeUndefined();
  });
});

it('a record without a name is labelled by its relations, and its first values come with their kinds to be formatted', () => {
  const clinic = modelOf(`
    scalar DateTime enum Status { REQUESTED NO_SHOW } type Person { id: ID! name: String! }
    type Visit { id: ID! status: Status! startsAt: DateTime patient: Person doctor: Person room: Person }
    type Query { visits: [Visit!]! visit(id: ID!): Visit } type Mutation { cancelVisit(id: ID!): Visit }`);
  const field = { name: 'visitId', control: { kind: 'scalar', scalar: { kind: 'id' } } };
  const choices = createRecordChoices(clinic, 'Visit')(field, ['visitId']);
  const key = btoa('Visit:27');
  const person = (name: string) => ({ id: name, name });
  const visit = {
    id: key,
    status: 'NO_SHOW',
    startsAt: '2027-02-20T13:30:00.000Z',
    patient: person('Ada'),
    doctor: person('Bea'),
    room: person('C'),
  };
  expect(choices?.search('').read({ visits: [visit] }).choices).toEqual([
    {
      key,
      label: 'Ada · Bea',
      details: [
        { value: 'No show', kind: 'text' },
        { value: '2027-02-20T13:30:00.000Z', kind: 'dateTime' },
        { value: '27', kind: 'id' },
      ],
    },
  ]);
  expect(choices?.name(key)?.read({ visit })).toBe('Ada · Bea');
  expect(choices?.name(key)?.read({ visit: { id: key } })).toBeNull();
});

it('a key named after its owner and the list in the owner is the key of the owner (Amplify)', () => {
  const amplify = modelOf(`
    type Query { listShips: ShipList getShip(id: ID!): Ship listPorts: PortList getPort(id: ID!): Port }
    type ShipList { items: [Ship]! nextToken: String } type PortList { items: [Port]! nextToken: String }
    type Ship { id: ID! name: String! portShipsId: ID } type Port { id: ID! name: String! ships: ShipList }
    input ShipInput { name: String! portShipsId: ID } type Mutation { createShip(input: ShipInput!): Ship }`);
  const field = { name: 'portShipsId', control: { kind: 'scalar', scalar: { kind: 'id' } } };
  expect(createRecordChoices(amplify, 'Ship')(field, ['input', 'portShipsId'])?.label).toBe('Ports');
});

it('a value that is the key of only one type offers its records', () => {
  const natural = modelOf(`
    type Query { vehicles: [Vehicle!]! vehicle(vin: String!): Vehicle suppliers: [Supplier!]! getSupplier(supplierCode: String!): Supplier
      trips: [Trip!]! part(code: String!): Part parts: [Part!]! }
    type Vehicle { vin: String! make: String supplier: Supplier } type Supplier { supplierCode: String! name: String! }
    type Trip { vin: String! no: Int! vehicle: Vehicle! } type Part { code: String! name: String } type Scrap { vin: String! weight: Int }`);
  const label = (about: string | null, name: string) =>
    createRecordChoices(natural, about, true)({ name, control: { kind: 'scalar', scalar: { kind: 'text' } } }, [name])?.label;
  expect(label('Trip', 'vin')).toBe('Vehicles');
  expect(label(null, 'vin')).toBe('Vehicles');
  expect(label('Vehicle', 'supplierCode')).toBe('Suppliers');
  // The key of the new record, a value of its own, and a word that many types use.
  expect(label('Vehicle', 'vin')).toBeUndefined();
  expect(label('Scrap', 'vin')).toBeUndefined();
  expect(label('Trip', 'code')).toBeUndefined();
});

it('a name of thousands of words takes no long time', async () => {
  const name = `${'LongName'.repeat(1250)}Id`;
  const field = { name, control: { kind: 'scalar', scalar: { kind: 'id' } } };
  const find = () => expect(createRecordChoices(model, 'Port')(field, ['input', name, name])).toBe(null);
  expect(await processorTime(find)).toBeLessThan(1000);
});
