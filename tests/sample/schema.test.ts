/** The schema serves as a manual: everything in it is described, and it has every feature that a client must support. */
import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { type RunningHarbour, startHarbour } from '../support/harbour/startHarbour';

// Real servers on a machine that may be busy; a hang still fails.

let harbour: RunningHarbour;
let schema: GraphQLSchema;
beforeAll(async () => {
  harbour = await startHarbour();
  const response = await harbour.ask<IntrospectionQuery>(
    getIntrospectionQuery({
      specifiedByUrl: true,
      inputValueDeprecation: true,
      schemaDescription: true,
      directiveIsRepeatable: true,
      oneOf: true,
    }),
  );
  expect(response.errors).toBeUndefined();
  schema = buildClientSchema(response.data);
}, 60_000);
afterAll(() => harbour.close());

const ownTypes = () =>
  Object.values(schema.getTypeMap()).filter(
    type => !type.name.startsWith('__') && !['ID', 'String', 'Int', 'Float', 'Boolean'].includes(type.name),
  );

test('every type, field, argument, input field and enum value is described', () => {
  const bare: string[] = [];
  const look = (name: string, thing: { description?: string | null }) => {
    if (!thing.description?.trim()) bare.push(name);
  };
  for (const type of ownTypes()) {
    look(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) look(`${type.name}.${field.name}`, field);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      look(`${type.name}.${field.name}`, field);
      for (const argument of field.args) look(`${type.name}.${field.name}(${argument.name})`, argument);
    }
  }
  for (const directive of schema.getDirectives()) {
    look(`@${directive.name}`, directive);
    for (const argument of directive.args) look(`@${directive.name}(${argument.name})`, argument);
  }
  expect(bare).toEqual([]);
  expect(ownTypes().length).toBeGreaterThan(40);
});

test('exactly one field is deprecated, with a reason that names its successor', () => {
  const deprecated = ownTypes().flatMap(type =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap(field =>
          field.deprecationReason ? [`${type.name}.${field.name}: ${field.deprecationReason}`] : [],
        )
      : [],
  );
  expect(deprecated).toEqual(['Ship.builtYear: Use builtOn, which has the complete date.']);
});

test('it has an interface with ids, a union in the search, and scalars with `specifiedBy`', () => {
  const node = schema.getType('Node');
  expect(isInterfaceType(node) && schema.getPossibleTypes(node).map(type => type.name)).toEqual([
    'Ship',
    'Berth',
    'Visit',
    'Document',
  ]);
  const union = schema.getType('SearchResult');
  expect(isUnionType(union) && union.getTypes().map(type => type.name)).toEqual(['Ship', 'Berth', 'Visit']);
  const specified = ownTypes().flatMap(type => (isScalarType(type) && type.specifiedByURL ? [type.name] : []));
  expect(specified.sort()).toEqual(['Date', 'DateTime', 'JSON', 'URL', 'Upload']);
});

test('it has exactly these operations', () => {
  const fieldsOf = (name: string) => {
    const type = schema.getType(name);
    return isObjectType(type)
      ? Object.values(type.getFields()).map(
          field => `${field.name}(${field.args.map(a => `${a.name}: ${a.type}`).join(', ')}): ${field.type}`,
        )
      : [];
  };
  expect(fieldsOf('Query')).toEqual([
    'ships(first: Int, after: String, last: Int, before: String, filter: ShipFilter, order: ShipOrder): ShipConnection!',
    'visits(limit: Int, offset: Int, where: VisitWhere, orderBy: [VisitOrder!]): [Visit!]!',
    'berths(): [Berth!]!',
    'ship(id: ID!): Ship',
    'visit(id: ID!): Visit',
    'node(id: ID!): Node',
    'search(text: String!, limit: Int): [SearchResult!]!',
    'me(): Viewer',
  ]);
  expect(fieldsOf('Mutation')).toEqual([
    'signIn(code: String!): SignInPayload',
    'bookVisit(input: BookVisitInput!): Visit',
    'changeVisit(id: ID!, patch: VisitPatch!, version: Int): Visit',
    'cancelVisit(id: ID!, reason: String!): Visit',
    'deleteVisit(id: ID!): Visit',
    'attachDocument(visitId: ID!, file: Upload!): Document',
    'attachDocuments(visitId: ID!, files: [Upload!]!): [Document!]',
    'createShip(input: CreateShipInput!): Ship',
    'updateShip(id: ID!, patch: ShipPatch!, version: Int): Ship',
    'deleteShip(id: ID!): Ship',
    'createShips(inputs: [CreateShipInput!]!): [Ship!]',
    'updateShips(changes: [ShipChange!]!): [Ship!]',
    'deleteShips(ids: [ID!]!): [Ship!]',
    'createBerth(input: CreateBerthInput!): Berth',
    'updateBerth(id: ID!, patch: BerthPatch!, version: Int): Berth',
    'dredgeBerth(berthId: ID!, depthMetres: Float!): DredgeBerthResult',
    'deleteBerth(id: ID!): Berth',
  ]);
  expect(fieldsOf('Subscription')).toEqual([
    'visitChanged(berthId: ID): VisitChange!',
    'shipPositions(perSecond: Int): ShipPosition!',
    'clock(): DateTime!',
  ]);
});
