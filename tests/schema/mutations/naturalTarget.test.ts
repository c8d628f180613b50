/** Actions on records whose key is not a plain id: the argument that takes the key, and the arguments that only look like it. */

import { rowActions } from '../../../src/features/data/change/rows/rowActions';
import { actionHref } from '../../../src/features/data/record/actionHref';
import { actionsFor } from '../../../src/schema/mutations/recordActions';
import { modelOf } from '../modelOf';

/** Where each offered action takes the keys of a record: `input.code=code`. */
function offered(sdl: string, typeName: string): Record<string, string> {
  const found = actionsFor(modelOf(sdl), typeName).map(({ action, target, key, asList, others }) => {
    const parts = [{ target, key, asList }, ...others];
    return [action.id, parts.map(part => `${part.target.join('.')}=${part.key}${part.asList ? '[]' : ''}`).join(' ')];
  });
  return Object.fromEntries(found);
}

const countries = (key: string, type: string) => `
  type Country { ${key}: ${type} label: String area: Int }
  input CountryInput { ${key}: ${type} label: String }
  input CountryPatch { label: String area: Int }
  input CountryWhere { ${key}: ${type} }
  type Query { countries: [Country!]! country(${key}: ${type}): Country }
  type Mutation {
    createCountry(${key}: ${type}, label: String): Country
    updateCountry(${key}: ${type}, patch: CountryPatch!): Country
    saveCountry(input: CountryInput!): Country
    modifyCountry(where: CountryWhere!, data: CountryPatch!): Country
    renameCountry(${key}: ${type}, label: String!): Country
    archiveCountry(${key}: ${type}): Country
    deleteCountry(${key}: ${type}): Country
  }`;

it.each([
  ['code', 'ID!'],
  ['code', 'String!'],
  ['slug', 'String!'],
  ['sku', 'String!'],
  ['isbn', 'String!'],
  ['documentId', 'ID!'],
  ['nodeId', 'ID!'],
  ['rowId', 'Int!'],
  ['_id', 'ID!'],
  ['uuid', 'ID!'],
])('%s: %s is the key of the record in every action except the creation', (key, type) => {
  expect(offered(countries(key, type), 'Country')).toEqual({
    updateCountry: `${key}=${key}`,
    saveCountry: `input.${key}=${key}`,
    modifyCountry: `where.${key}=${key}`,
    renameCountry: `${key}=${key}`,
    archiveCountry: `${key}=${key}`,
    deleteCountry: `${key}=${key}`,
  });
});

it('a list of natural keys takes one key', () => {
  const sdl = `type Country { code: ID! label: String } type Query { country(code: ID!): Country }
    type Mutation { archiveCountries(codes: [ID!]!): [Country!]! }`;
  expect(offered(sdl, 'Country')).toEqual({ archiveCountries: 'codes=code[]' });
});

it.each([
  ['an action named after the key changes it', 'setCountryCode(code: String!): Country'],
  ['the key of another record', 'moveCountry(continentCode: String!): Country'],
  ['the own record of the user', 'updateMyCountry(code: String!): Country'],
  ['an optional code', 'closeCountry(code: String): Country'],
])('offers no action for %s', (_, mutation) => {
  const sdl = `type Country { code: String! label: String } type Query { countries: [Country!]! country(code: String!): Country }
    type Mutation { ${mutation} }`;
  expect(offered(sdl, 'Country')).toEqual({});
});

it('beside an id, a code is a value', () => {
  const sdl = `type Coupon { id: ID! code: String! } type Query { coupon(code: String!): Coupon coupons: [Coupon!]! }
    type Mutation { applyCoupon(code: String!): Coupon }`;
  expect(offered(sdl, 'Coupon')).toEqual({});
});

describe('a composite key', () => {
  const sdl = `type Seat { row: Row! chatId: ID! userId: ID! admin: Boolean } type Row { id: ID! }
    input SeatPatch { admin: Boolean }
    type Query { seats: [Seat!]! seat(chatId: ID!, userId: ID!): Seat }
    type Mutation { updateSeat(chatId: ID!, userId: ID!, patch: SeatPatch!): Seat deleteSeat(chatId: ID!, userId: ID!): Seat }`;

  it('is filled in as a whole', () => {
    const model = modelOf(sdl);
    const [update] = actionsFor(model, 'Seat');
    expect(update && actionHref(update, { chatId: 'c', userId: 'u' })).toBe('/actions/updateSeat?chatId=c&userId=u');
    expect(update && actionHref(update, { chatId: 'c' })).toBeNull();
  });

  it('is part of the request of an action on rows', () => {
    const model = modelOf(sdl.replace('updateSeat(', 'muteSeat(chatId: ID!, userId: ID!, patch: SeatPatch!): Seat updateSeat('));
    const actions = rowActions(model, 'Seat').filter(({ isDelete }) => !isDelete);
    for (const { action, fields, prepare } of actions) {
      expect([action.id, fields.map(({ name }) => name)]).toEqual([action.id, expect.not.arrayContaining(['chatId', 'userId'])]);
      expect(prepare({ chatId: 'c', userId: 'u' }, {})).toMatchObject({ variables: { chatId: 'c', userId: 'u' } });
    }
    expect(actions.length).toBeGreaterThan(0);
  });
});

it('a required argument with the name of type and natural key refers to the record', () => {
  const sdl = `type Patient { mrn: String! name: String! } type Document { id: ID! label: String! } input VisitInput { patientMrn: String! at: String }
    type Visit { id: ID! at: String } type Query { patients: [Patient!]! patient(mrn: String!): Patient documents: [Document!]! visits: [Visit!]! }
    type Mutation { attachDocument(patientMrn: String!, label: String!): Document bookVisit(data: VisitInput!): Visit
      discharge(patientMrn: String!): Patient setName(name: String!): Boolean copyVisit(patientMrn: String, id: ID!): Visit
      moveToWard(mrn: String!, ward: String!): Patient deleteVisit(patientMrn: String!, at: String!): Visit }
      enum Ward { ICU GENERAL }`;
  expect(offered(sdl, 'Patient')).toEqual({
    attachDocument: 'patientMrn=mrn',
    bookVisit: 'data.patientMrn=mrn',
    discharge: 'patientMrn=mrn',
    moveToWard: 'mrn=mrn',
  });
});

it('an action that is proven to change the record takes its key, whatever its name', () => {
  const sdl = `enum Ward { ICU GENERAL } type Patient { mrn: String! name: String! ward: Ward! } input PatientInput { name: String }
    type Query { patients: [Patient!]! patient(mrn: String!): Patient }
    type Mutation { createPatient(input: PatientInput!): Patient! updatePatient(mrn: String!, input: PatientInput!): Patient!
      movePatient(mrn: String!, ward: Ward!): Patient! moveToWard(mrn: String!, ward: Ward!): Patient! }`;
  expect(offered(sdl, 'Patient')).toEqual({ updatePatient: 'mrn=mrn', movePatient: 'mrn=mrn', moveToWard: 'mrn=mrn' });
});
