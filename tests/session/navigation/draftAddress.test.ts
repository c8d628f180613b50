/** The content of a form as URL parameters, and back. */
import { formModel } from '../../../src/schema/forms/formModel';
import { draftsFromQuery, queryOfDrafts } from '../../../src/session/navigation/draftAddress';
import { modelOf } from '../../schema/modelOf';

const SCHEMA = modelOf(`
      scalar Upload
      enum Status { BOOKED ARRIVED }
      input Patch { status: Status, notes: String, urgent: Boolean, password: String, cargo: [Cargo!], inner: Patch }
      input Cargo { name: String!, tonnes: Float }
      type Query { x: Int }
      type Mutation { change(id: ID!, patch: Patch, ids: [ID!], file: Upload, __proto__: String, token: String): Int }
`);
const FIELDS = formModel(SCHEMA, SCHEMA.mutationType?.fields.get('change')?.args.values() ?? []);
const read = (text: string) => draftsFromQuery(FIELDS, new URLSearchParams(text));

it('a parameter name is a path; a number in it is a list index', () => {
  expect(
    read('id=12&patch.status=ARRIVED&patch.cargo.0.name=Ore&patch.cargo.1.name=Coal&patch.cargo.1.tonnes=4.5&ids.0=a&ids.1=b'),
  ).toEqual({
    id: '12',
    patch: { status: 'ARRIVED', cargo: [{ name: 'Ore' }, { name: 'Coal', tonnes: '4.5' }] },
    ids: ['a', 'b'],
  });
});

it('a list can be given without indexes', () => {
  expect(read('ids=a&ids=b')).toEqual({ ids: ['a', 'b'] });
});

it('true and false of a Boolean field are not strings', () => {
  expect(read('patch.urgent=true&patch.notes=true')).toEqual({ patch: { urgent: true, notes: 'true' } });
});

it('unknown fields, files, view parameters and excessive indexes are ignored', () => {
  expect(read('nothing=1&patch.nothing=2&file=x&-view=json&id.deeper=1&constructor.prototype=1&ids.999999=z')).toEqual({});
});

it('a field may be called __proto__', () => {
  const drafts = read('__proto__=1');
  expect(Object.entries(drafts)).toEqual([['__proto__', '1']]);
  expect(queryOfDrafts(FIELDS, drafts)).toEqual([['__proto__', '1']]);
});

it('a draft survives the conversion to a URL and back', () => {
  const drafts = {
    id: '1',
    patch: { notes: 'a & b = c', urgent: false, cargo: [{ name: 'Ore' }], inner: { status: 'BOOKED' } },
    ids: ['x', 'y'],
  };
  const query = queryOfDrafts(FIELDS, drafts);
  expect(read(new URLSearchParams(query).toString())).toEqual(drafts);
});

it('never puts a secret, a file or null into a URL', () => {
  const drafts = {
    id: '1',
    token: 'eyJ',
    file: new File(['x'], 'x.txt'),
    patch: { password: 'p', notes: null, status: 'BOOKED' },
  };
  expect(queryOfDrafts(FIELDS, drafts)).toEqual([
    ['id', '1'],
    ['patch.status', 'BOOKED'],
  ]);
});
