/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Where a table requires the key of a record, above it or in a filter, the record can be chosen by its name. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../support/schemaServer';
import { endAll, rowsBegin, showData } from './showData';

afterEach(endAll);
afterEach(() => jest.useRealTimers());

const SDL = `
  type Query { wards: [Ward!]! ward(id: ID!): Ward  beds(wardId: ID!): [Bed!]!  nurses(filter: NurseFilter): [Nurse!]! }
  input NurseFilter { wardId: ID  name: String }
  type Ward { id: ID! name: String! } type Bed { id: ID! label: String! } type Nurse { id: ID! name: String! ward: Ward }
`;

function server() {
  const made = schemaServer(SDL, {
    wards: [{ id: 'w1', name: 'Surgery' }],
    ward: ({ id }: { id: string }) => (id === 'w1' ? { id: 'w1', name: 'Surgery' } : null),
    beds: ({ wardId }: { wardId: string }) => [{ id: 'b1', label: `Bed of ${wardId}` }],
    nurses: ({ filter }: { filter?: { wardId?: string } }) => [{ id: 'n1', name: `Nurse of ${filter?.wardId ?? 'any'}` }],
  });
  return Object.assign(made, { introspection: introspectionFromSchema(buildSchema(SDL)) });
}

it('a key is chosen by name above a table that requires it', async () => {
  showData(server(), '/data/beds');
  const form = (await screen.findByRole('button', { name: 'Show' })).closest('form') as HTMLElement;
  fireEvent.click(await within(form).findByRole('button', { name: 'Choose…' }));
  fireEvent.click(await screen.findByText('Surgery'));
  expect((within(form).getByRole('textbox') as HTMLInputElement).value).toBe('w1');
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  await rowsBegin('Bed of w1');
});

it('a key is chosen by name in a filter, which stays open', async () => {
  const { session } = showData(server(), '/data/nurses');
  await rowsBegin('Nurse of any');
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  fireEvent.change(await screen.findByLabelText('Field'), { target: { value: 'ward' } });
  const editor = screen.getByRole('button', { name: 'Apply' }).closest('form') as HTMLElement;
  fireEvent.click(await within(editor).findByRole('button', { name: 'Choose…' }));
  fireEvent.click(await screen.findByText('Surgery'));
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await rowsBegin('Nurse of w1');
  expect(session.navigation.address.get().query.get('filter')).toContain('w1');
  // The chip contains the name, and the address the key.
  await screen.findByText('Ward is Surgery');
});

it('a name that is typed in place of a key offers the records with that name', async () => {
  showData(server(), '/data/beds');
  const form = within((await screen.findByRole('button', { name: 'Show' })).closest('form') as HTMLElement);
  const control = form.getByRole<HTMLInputElement>('textbox');
  fireEvent.change(control, { target: { value: 'surg' } });
  const offered = within(await form.findByRole('list', { name: 'Wards' }));
  fireEvent.click(offered.getByRole('button', { name: /Surgery/ }));
  expect(control.value).toBe('w1');
  expect(await form.findByTitle('Surgery')).toBeTruthy();
  expect(form.queryByRole('list', { name: 'Wards' })).toBeNull();
  // A key is what it is.
  fireEvent.change(control, { target: { value: 'w1' } });
  await new Promise(resolve => setTimeout(resolve, 400));
  expect(form.queryByRole('list', { name: 'Wards' })).toBeNull();
});

it('the arrow keys lead from a typed name to the offered records and back', async () => {
  showData(server(), '/data/beds');
  const form = within((await screen.findByRole('button', { name: 'Show' })).closest('form') as HTMLElement);
  const control = form.getByRole<HTMLInputElement>('textbox');
  control.focus();
  fireEvent.change(control, { target: { value: 'surg' } });
  const offered = within(await form.findByRole('list', { name: 'Wards' })).getByRole('button', { name: /Surgery/ });
  fireEvent.keyDown(control, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(offered);
  fireEvent.keyDown(offered, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(control);
  fireEvent.keyDown(control, { key: 'ArrowDown' });
  fireEvent.click(offered);
  expect(control.value).toBe('w1');
  expect(document.activeElement).toBe(control);
});

it.each(['Enter', 'Tab'])('%s takes the only record with exactly the typed name', async key => {
  const wards = server();
  showData(wards, '/data/beds');
  const form = within((await screen.findByRole('button', { name: 'Show' })).closest('form') as HTMLElement);
  const control = form.getByRole<HTMLInputElement>('textbox');
  fireEvent.change(control, { target: { value: 'surg' } });
  await form.findByRole('list', { name: 'Wards' });
  expect(fireEvent.keyDown(control, { key })).toBe(true);
  expect(control.value).toBe('surg');
  fireEvent.change(control, { target: { value: 'Surgery' } });
  await waitFor(() => {
    fireEvent.keyDown(control, { key });
    expect(control.value).toBe('w1');
  });
  expect(wards.requests.some(({ query }) => query.includes('beds'))).toBe(false);
});

/** Types a name and presses the button at once, before the records with the name are found. */
async function showNamed(wards: ReturnType<typeof server>, name: string): Promise<HTMLInputElement> {
  showData(wards, '/data/beds');
  const button = await screen.findByRole('button', { name: 'Show' });
  const control = within(button.closest('form') as HTMLElement).getByRole<HTMLInputElement>('textbox');
  fireEvent.change(control, { target: { value: name } });
  fireEvent.click(button);
  return control;
}

it('sending the form takes the only record with exactly the typed name', async () => {
  const wards = server();
  await showNamed(wards, 'Surgery');
  await rowsBegin('Bed of w1');
  const sent = wards.requests.filter(({ query }) => query.includes('beds')).map(({ variables }) => JSON.stringify(variables));
  expect(sent.some(variables => variables.includes('Surgery'))).toBe(false);
});

it('sending the form asks once for a text that only records with other keys fit', async () => {
  const wards = server();
  const control = await showNamed(wards, 'surg');
  const form = within(control.form as HTMLElement);
  await form.findByRole('list', { name: 'Wards' });
  await waitFor(() => expect(document.activeElement).toBe(control));
  expect(wards.requests.some(({ query }) => query.includes('beds'))).toBe(false);
  fireEvent.click(form.getByRole('button', { name: 'Show' }));
  await rowsBegin('Bed of surg');
});

it('a text that is typed on is not sent by the press before', async () => {
  const wards = server();
  const control = await showNamed(wards, 'Surg');
  fireEvent.change(control, { target: { value: 'w1' } });
  await waitFor(() => expect(within(control.form as HTMLElement).queryByTitle('Surgery')).toBeTruthy());
  expect(wards.requests.some(({ query }) => query.includes('beds'))).toBe(false);
});

it('a name is found where the server refuses it as a key with status 400', async () => {
  const wards = server();
  wards.intercept = ({ query, variables }) =>
    query.includes('ward(') && JSON.stringify(variables).includes('Surgery')
      ? Response.json({ errors: [{ message: 'Int cannot represent non-integer value: "Surgery"' }] }, { status: 400 })
      : undefined;
  await showNamed(wards, 'Surgery');
  await rowsBegin('Bed of w1');
});

it('a name is not looked up as a key where keys are numbers', async () => {
  const sdl = `type Query { wards: [Ward!]! ward(id: Int!): Ward  beds(wardId: Int!): [Bed!]! }
    type Ward { id: Int! name: String! } type Bed { id: ID! label: String! }`;
  const wards = schemaServer(sdl, {
    wards: [{ id: 7, name: 'Surgery' }],
    ward: () => ({ id: 7, name: 'Surgery' }),
    beds: ({ wardId }: { wardId: number }) => [{ id: 'b1', label: `Bed of ${wardId}` }],
  });
  await showNamed(Object.assign(wards, { introspection: introspectionFromSchema(buildSchema(sdl)) }), 'Surgery');
  await rowsBegin('Bed of 7');
  expect(wards.requests.some(({ variables }) => JSON.stringify(variables).includes('Surgery'))).toBe(false);
});

it('waiting for a typed name can be stopped, and the form is not sent then', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate'] });
  const wards = server();
  wards.intercept = ({ query }) => (query.includes('ward(') ? new Promise<Response>(() => {}) : undefined);
  const control = await showNamed(wards, 'Surgery');
  const form = within(control.form as HTMLElement);
  // Each `act` renders once: the typed text rests, the lookup starts to wait, and waits too long.
  for (const ms of [300, 100, 6000]) await act(() => jest.advanceTimersByTimeAsync(ms));
  fireEvent.click(form.getByRole('button', { name: 'Stop' }));
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(wards.requests.some(({ query }) => query.includes('beds'))).toBe(false);
  expect(control.value).toBe('Surgery');
});
