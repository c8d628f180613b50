/** Own objects of a record (money, a place) are edited part by part and sent as a whole. */

import { copiedDrafts, editableFields, shownField } from '../../../../../src/features/data/change/editableFields';
import {
  columnsToRead,
  editableField,
  rereadRequest,
  updateOf,
} from '../../../../../src/features/data/edit/fields/editableField';
import { columnAt } from '../../../../../src/schema/collections/columns/columns';
import { changeVariables } from '../../../../../src/schema/mutations/changeRequest';
import { changesOf } from '../../../../../src/schema/mutations/changes';
import { modelOf } from '../../../../schema/modelOf';

const SDL = `
  enum Currency { EUR USD }
  type Money { amount: Float! currency: Currency! note: String } input MoneyInput { amount: Float! currency: Currency! note: String }
  type Point { latitude: Float! longitude: Float! } input PointInput { latitude: Float! longitude: Float! }
  type Place { point: Point! city: String } input PlaceInput { point: PointInput! city: String }
  type Size { width: Int } input SizeInput { width: Int depth: Int }
  type Race { id: ID! name: String! fee: Money prize: Money! paid: Money place: Place! size: Size }
  input RacePatch { name: String fee: MoneyInput prize: MoneyInput place: PlaceInput size: SizeInput }
  input RaceInput { name: String! fee: MoneyInput }
  type Query { races: [Race!]! race(id: ID!): Race }
  type Mutation { updateRace(id: ID!, patch: RacePatch!): Race createRace(input: RaceInput!): Race }`;

function races(sdl = SDL) {
  const model = modelOf(sdl);
  const change = updateOf(model, 'Race');
  if (change === null) throw new Error('no update');
  const place = (...path: string[]) => {
    const column = columnAt(model, 'Race', path);
    const found = column === null ? null : editableField(model, 'Race', column);
    return found === null || typeof found === 'string' ? found : found.field;
  };
  const sent = (row: object, changes: object) => changeVariables(model, change, { id: 'r1', ...row }, { ...changes });
  return { model, change, place, sent };
}

const FEE = { 'fee.amount': 5, 'fee.currency': 'EUR', 'fee.note': null };

it('each part is a field of its own, with the control of its type', () => {
  const { place } = races();
  expect(place('fee', 'amount')).toMatchObject({ name: 'fee.amount', nullable: true, control: { kind: 'scalar' } });
  expect(place('fee', 'currency')).toMatchObject({ name: 'fee.currency', control: { kind: 'enum' } });
  expect(place('place', 'point', 'latitude')).toMatchObject({ name: 'place.point.latitude' });
  // A required value is never removed.
  expect(place('prize', 'amount')).toMatchObject({ nullable: false });
  expect(place('prize', 'note')).toMatchObject({ nullable: true });
});

it('is not edited if the input takes more than the record contains, or if the update does not take it', () => {
  const { place } = races();
  expect(place('size', 'width')).toBe('noControl');
  expect(place('paid', 'amount')).toBe('notAccepted');
});

it('the form of the record contains the parts in their places', () => {
  const { model, change } = races();
  const fields = editableFields(model, change).map(shownField);
  expect(fields.map(field => field.name)).toEqual([
    'name',
    'fee.amount',
    'fee.currency',
    'fee.note',
    'prize.amount',
    'prize.currency',
    'prize.note',
    'place.point.latitude',
    'place.point.longitude',
    'place.city',
  ]);
  expect(fields.filter(field => field.required).map(field => field.name)).toEqual([
    'name',
    'prize.amount',
    'prize.currency',
    'place.point.latitude',
    'place.point.longitude',
  ]);
});

it('all parts are read before one is sent, and the others are sent unchanged', () => {
  const { model, change, sent } = races();
  expect(columnsToRead(model, change, ['fee.amount']).map(({ column }) => column.id)).toEqual([
    'fee.amount',
    'fee.currency',
    'fee.note',
  ]);
  const prepared = rereadRequest(model, change, { id: 'r1' }, ['fee.amount']);
  const fresh = { id: 'r1', fee: { amount: 5, currency: 'EUR', note: null } };
  expect(prepared.read({ race: fresh })).toMatchObject(FEE);
  expect(sent(FEE, { 'fee.amount': 6 })).toEqual({
    variables: { id: 'r1', patch: { fee: { amount: 6, currency: 'EUR', note: null } } },
    missing: [],
  });
});

it('an object without any part is null, and one with some of its required parts is not sent', () => {
  const { sent } = races();
  const none = { 'fee.amount': null, 'fee.currency': null, 'fee.note': null };
  expect(sent(FEE, none).variables).toEqual({ id: 'r1', patch: { fee: null } });
  expect(sent(none, { 'fee.amount': 3 }).missing).toEqual(['fee.currency']);
  expect(sent(none, { 'fee.amount': 3, 'fee.currency': 'USD' }).variables).toMatchObject({
    patch: { fee: { amount: 3, currency: 'USD', note: null } },
  });
  expect(sent({}, { 'fee.amount': 3 }).missing).toEqual(['fee.currency', 'fee.note']);
});

it('an amount that is removed takes its currency with it, if nothing else would be lost', () => {
  const { sent } = races();
  expect(sent(FEE, { 'fee.amount': null })).toEqual({ variables: { id: 'r1', patch: { fee: null } }, missing: [] });
  expect(sent({ ...FEE, 'fee.note': 'on the day' }, { 'fee.amount': null }).missing).toEqual(['fee.amount']);
  // A currency without an amount is not dropped silently.
  expect(sent(FEE, { 'fee.amount': null, 'fee.currency': 'USD' }).missing).toEqual(['fee.amount']);
});

it('an object that the update requires is sent with its current value', () => {
  const { change, sent, model } = races(SDL.replace('fee: MoneyInput prize', 'fee: MoneyInput! prize'));
  expect(columnsToRead(model, change, ['name']).map(({ column }) => column.id)).toContain('fee.currency');
  expect(sent(FEE, { name: 'Sprint' })).toMatchObject({
    variables: { patch: { name: 'Sprint', fee: { amount: 5 } } },
    missing: [],
  });
});

it('an update that can replace the whole record gets all values, objects too, but no secret and no page of a list', () => {
  const sdl = SDL.replace('patch: RacePatch!', 'patch: RaceInput!')
    .replace(
      '{ name: String! fee: MoneyInput }',
      '{ name: String! fee: MoneyInput prize: MoneyInput code: String doorPassword: String words: [String!] }',
    )
    .replace('size: Size }', 'size: Size code: String doorPassword: String words(first: Int): [String!] }');
  const { change, sent, model } = races(sdl);
  const prize = ['prize.amount', 'prize.currency', 'prize.note'];
  const read = ['name', 'fee.amount', 'fee.currency', 'fee.note', ...prize, 'code'];
  expect(columnsToRead(model, change, ['name']).map(({ column }) => column.id)).toEqual(read);
  expect(sent({ ...FEE, name: 'Sprint' }, { name: 'Dash' })).toEqual({
    variables: { id: 'r1', patch: { name: 'Dash', fee: { amount: 5, currency: 'EUR', note: null } } },
    missing: [],
  });
});

it('a copy of a record starts with its objects', () => {
  const { model } = races();
  const { create } = changesOf(model, 'Race');
  if (create === undefined) throw new Error('no creation');
  const row = { id: 'r1', name: 'Sprint', fee: { amount: 5, currency: 'EUR', note: null } };
  expect(copiedDrafts(model, create, row)).toMatchObject({ name: 'Sprint', fee: { amount: '5', currency: 'EUR' } });
});

it('an object that contains a secret is neither edited nor sent back, because its value may be masked', () => {
  const mail = SDL.replace(
    'enum',
    'type Mail { host: String password: String } input MailInput { host: String password: String } enum',
  )
    .replace('fee: Money prize', 'fee: Money mail: Mail prize')
    .replace('fee: MoneyInput prize', 'fee: MoneyInput mail: MailInput! prize');
  const { model, change, place, sent } = races(mail);
  expect(place('mail', 'host')).toBe('noControl');
  expect(editableFields(model, change).map(({ field }) => field.name)).not.toContain('mail.host');
  expect(columnsToRead(model, change, ['name']).map(({ column }) => column.id)).toEqual(['name']);
  expect(sent({}, { name: 'Sprint' }).missing).toEqual(['mail']);
});

it('a nested object without a value stays without one', () => {
  const { sent } = races(
    SDL.replace('point: Point! city', 'point: Point city')
      .replace('point: PointInput! city', 'point: PointInput city')
      .replace(/latitude: Float! longitude: Float!/g, 'latitude: Float longitude: Float'),
  );
  const row = { 'place.point.latitude': null, 'place.point.longitude': null, 'place.city': 'Kiel' };
  expect(sent(row, { 'place.city': 'Bremen' }).variables).toEqual({
    id: 'r1',
    patch: { place: { point: null, city: 'Bremen' } },
  });
});
