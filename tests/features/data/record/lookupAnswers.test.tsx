/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** A query whose result is a union of the record, perhaps inside an object, and of errors. */
import { screen } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Query { gig(id: ID!): GigResult band(id: ID!): BandResult entry(id: ID!): Entry media(id: ID!): Media }
  union Media = Photo | Clip
  type Photo { id: ID! name: String! state: String tags: [String!]! fileUrl: String }
  type Clip { id: ID! name: String! state: Int! }
  union Entry = Band | Commit | Figures
  type Commit { id: ID! message: String! }
  type Figures { visits: Int! }
  union GigResult = GigFound | NotFoundError | InvalidError
  union BandResult = Band | NotFoundError
  type GigFound { data: Gig! }
  type Gig { id: ID! title: String! price: Int venue: Venue! guests(limit: Int): [Guest!]! }
  type Venue { id: ID! name: String! }
  type Guest { id: ID! name: String! }
  type Band { id: ID! name: String! }
  type NotFoundError { message: String! }
  type InvalidError { message: String! fields: [FieldError!]! }
  type FieldError { path: String! message: String! }
`;

const PHOTO = { name: 'Quay', state: 'Scanned', tags: ['harbour', 'crane'], fileUrl: 'a b' };

function show(address: string, response?: unknown): void {
  const gig = { id: 'g1', title: 'Night of jazz', price: 12, venue: { id: 'v1', name: 'Blue hall' }, guests: [] };
  const server = schemaServer(SDL, {
    gig: ({ id }: { id: string }) =>
      id === 'g1'
        ? { __typename: 'GigFound', data: gig }
        : id === 'g2'
          ? { __typename: 'InvalidError', message: 'Not valid', fields: [{ path: 'id', message: 'Too short' }] }
          : { __typename: 'NotFoundError', message: `No gig ${id}` },
    band: ({ id }: { id: string }) =>
      id === 'b1' ? { __typename: 'Band', id, name: 'The Keys' } : { __typename: 'NotFoundError', message: `No band ${id}` },
    media: ({ id }: { id: string }) => ({ __typename: 'Photo', id, ...PHOTO }),
    entry: ({ id }: { id: string }) =>
      id === 'c1' ? { __typename: 'Commit', id, message: 'Tune the piano' } : { __typename: 'Figures', visits: 7 },
  });
  if (response !== undefined) server.intercept = () => Response.json({ data: response });
  showData(Object.assign(server, { introspection: introspectionFromSchema(buildSchema(SDL)) }), address);
}

const labels = (): string[] => [...document.querySelectorAll('.record-field dt')].map(label => label.textContent ?? '');

it('shows the record inside the object that reports success, with all its fields', async () => {
  show('/data/gig?args={"id":"g1"}');
  await screen.findByText('Blue hall');
  expect(labels()).toEqual(['Title', 'Price', 'Venue', 'ID']);
  expect(screen.getAllByText('Night of jazz').length).toBeGreaterThan(1);
});

it('shows an error as an error, not as a record', async () => {
  show('/data/gig?args={"id":"g7"}');
  await screen.findByText('No gig g7');
  expect(labels()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('shows the details of an error', async () => {
  show('/data/gig?args={"id":"g2"}');
  await screen.findByText('Not valid');
  await screen.findByText(/Too short/);
});

it('does so beside a record that is a member itself', async () => {
  show('/data/band?args={"id":"b1"}');
  expect((await screen.findAllByText('The Keys')).length).toBeGreaterThan(0);
  endAll();
  show('/data/band?args={"id":"b2"}');
  await screen.findByText('No band b2');
  expect(labels()).toEqual([]);
});

it('shows the error on the page of a record, too, but not a record of another type', async () => {
  show('/data/Band/b2');
  await screen.findByText('No band b2');
  expect(screen.queryByText(/There is no/)).toBeNull();
  endAll();
  show('/data/Band/b1');
  expect((await screen.findAllByText('The Keys')).length).toBeGreaterThan(0);
  endAll();
  show('/data/Commit/f1');
  await screen.findByText(/There is no/);
});

it('takes neither a record with a message nor figures for an error', async () => {
  show('/data/entry?args={"id":"c1"}');
  await screen.findAllByText('Tune the piano');
  expect(labels()).toContain('Message');
  endAll();
  show('/data/entry?args={"id":"f1"}');
  await screen.findByText('7');
});

it('shows all values of a member, also those whose type another member disputes', async () => {
  show('/data/media?args={"id":"p1"}');
  await screen.findByText('Scanned');
  expect(screen.getByText('crane')).toBeTruthy();
  expect(screen.getByText('a b')).toBeTruthy();
});

it.each([
  ['a text', { gig: 'boom' }, 'gig is a string where an object was asked for'],
  ['a number', { gig: 7 }, 'gig is a number where an object was asked for'],
  ['a list', { gig: [{ __typename: 'NotFoundError', message: 'No gig' }] }, 'gig is a list where an object was asked for'],
  ['nothing that was asked for', { gigs: null }, 'data has no field gig, which was asked for'],
  ['an unknown member', { gig: { __typename: 'Ghost' } }, 'gig is none of the types of GigResult'],
  ['no member', { gig: { data: { id: 'g1' } } }, 'gig is none of the types of GigResult'],
])('shows %s as a wrong response, not as a value', async (_, response, message) => {
  show('/data/gig?args={"id":"g1"}', response);
  await screen.findByText(message, { exact: false });
  expect(labels()).toEqual([]);
  expect(screen.queryByText('boom')).toBeNull();
});
