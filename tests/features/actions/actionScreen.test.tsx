/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The form of an action, its request and its response, over the real transport. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { ActionsScreen } from '../../../src/features/actions/ActionsScreen';
import { actionRunsOf } from '../../../src/features/actions/run/actionRuns';
import { memoryDocumentStore } from '../../../src/lib/documentStore';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen } from '../../support/renderScreen';
import { type Answer, json, scriptedFetch } from '../../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(
  schemaOf(`
    scalar Upload
    scalar Cubits
    enum Status { BOOKED ARRIVED DEPARTED CANCELLED }
    enum Flag { NO SE DK FI IS DE }
    type Ship { id: ID!, name: String! }
    type Visit { id: ID!, status: Status!, ship: Ship!, notes: String, cargoTonnes: Float }
    type Document { id: ID!, filename: String! }
    union ClaimResult = Ship | Taken | Closed
    type Taken { message: String! }
    type Closed { until: String, sessionToken: String }
    type SignIn { token: String!, name: String! }
    input Cargo { name: String!, tonnes: Float }
    input Berth @oneOf { id: ID, name: String, place: Place }
    input Place { quay: String, side: String }
    input Booking {
      "Which ship"
      shipId: ID!
      crew: Int
      flag: Flag
      status: Status = BOOKED
      urgent: Boolean
      notes: String
      price: Cubits
      cargo: [Cargo!]
      berth: Berth
      follows: Booking
    }
    type Crew { id: ID!, name: String!, rank: String }
    input CrewInput { name: String!, rank: String }
    type Query { visit(id: ID!): Visit, ship(id: ID!): Ship, crew(id: ID!): Crew }
    type Mutation {
      "Books a berth."
      bookVisit(input: Booking!): Visit!
      cancelVisit(id: ID!, reason: String!): Visit!
      attach(visitId: ID!, files: [Upload!]!): [Document!]!
      signIn(code: String!): SignIn!
      ping: String
      removeShip(id: ID!): ID
      claim(id: ID!): ClaimResult!
      createCrew(input: CrewInput!): Crew!
      updateCrew(id: ID!, input: CrewInput!): Crew!
    }
  `),
);

const shown = endingScreens();

async function open(address: string, responses: Answer[] = [], documents = memoryDocumentStore()) {
  const { fetch, requests } = scriptedFetch(...responses);
  const action = address.split('?')[0]?.split('/')[2] ?? '';
  const page = renderScreen(session => <ActionsScreen session={session} action={action} />, {
    introspection: SCHEMA,
    address,
    fetch,
    documents,
  });
  shown.push(page);
  await page.pass();
  return { ...page, requests };
}

const type = (label: string | RegExp, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const BOOKED = json({ data: { bookVisit: { id: 'v1', status: 'BOOKED', ship: { id: 's1', name: 'Nordlys' }, notes: null } } });

describe('an update that replaces the whole record', () => {
  it('asks before it is sent while the current values are unknown, because other fields may be cleared', async () => {
    const saved = json({ data: { updateCrew: { id: 'c1', name: 'Ida', rank: null } } });
    const { requests, pass } = await open('/actions/updateCrew?id=c1', [json({ errors: [{ message: 'No' }] }, 500), saved]);
    await pass(500);
    type('Name', 'Ida');
    press('Update crew');
    await pass();
    expect(requests).toHaveLength(1);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/^Not all current values could be read. Values that you do not send may be cleared.$/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Update crew' }));
    await pass();
    expect(requests).toHaveLength(2);
  });
});

describe('the form', () => {
  it('has one control per field, of the kind that its type requires', async () => {
    await open('/actions/bookVisit');
    expect(screen.getByLabelText('Ship ID')).toHaveProperty('tagName', 'INPUT');
    expect(screen.getByLabelText('Flag')).toHaveProperty('tagName', 'SELECT');
    expect(screen.getByLabelText('Notes')).toHaveProperty('tagName', 'TEXTAREA');
    const status = screen.getByRole('radiogroup', { name: 'Status' });
    expect(within(status).getAllByRole('radio')).toHaveLength(5);
    expect(within(status).getByLabelText('Default: Booked')).toHaveProperty('checked', true);
    expect(screen.getByRole('button', { name: 'Add Follows' })).toBeTruthy();
    expect(screen.getByText('Which ship')).toBeTruthy();
    expect(screen.getByText(/A value of Cubits/)).toBeTruthy();
  });

  it('marks required fields, sends nothing while one is missing, and focuses the first missing one', async () => {
    const { requests, pass } = await open('/actions/bookVisit', [BOOKED]);
    press('Book visit');
    await pass();
    expect(requests).toHaveLength(0);
    const ship = screen.getByLabelText('Ship ID');
    expect(ship.getAttribute('aria-invalid')).toBe('true');
    expect(ship.getAttribute('aria-required')).toBe('true');
    expect(document.activeElement).toBe(ship);
    expect(screen.getByText('Required')).toBeTruthy();
  });

  it('sends only filled-in fields: untouched ones are absent, not null', async () => {
    const { requests, pass } = await open('/actions/bookVisit', [BOOKED]);
    type('Ship ID', 's1');
    type('Crew', '12');
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Urgent' })).getByLabelText('No'));
    press('Book visit');
    await pass();
    expect(requests[0]?.json?.variables).toEqual({ input: { shipId: 's1', crew: 12, urgent: false } });
  });

  it('counts a group of a "one of" input as chosen, whatever is entered in it', async () => {
    const { requests, pass } = await open('/actions/bookVisit?input.shipId=s1', [BOOKED]);
    press('Add Berth');
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'One of these' })).getByLabelText('Place'));
    press('Book visit');
    await pass();
    expect(requests[0]?.json?.variables).toEqual({ input: { shipId: 's1', berth: { place: {} } } });
  });

  it('distinguishes null, an empty text and "not sent"', async () => {
    const { requests, pass } = await open('/actions/bookVisit?input.shipId=s1', [BOOKED]);
    press('What is sent for Notes');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Send null' }));
    press('Book visit');
    await pass();
    expect(requests[0]?.json?.variables).toEqual({ input: { shipId: 's1', notes: null } });
    await waitFor(() => screen.getByRole('button', { name: 'Keep the input' }));
    press('Keep the input');
    expect(screen.getByText('null is sent')).toBeTruthy();
    press('Enter a value');
    press('What is sent for Notes');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Send an empty text' }));
    press('Book visit');
    await pass();
    expect(requests[1]?.json?.variables).toEqual({ input: { shipId: 's1', notes: '' } });
  });

  it('reports an invalid number when the field loses the focus, and keeps the input', async () => {
    await open('/actions/bookVisit');
    const crew = screen.getByLabelText('Crew');
    fireEvent.change(crew, { target: { value: '3000000000' } });
    expect(screen.queryByText(/From/)).toBeNull();
    fireEvent.blur(crew);
    expect(screen.getByText('From -2,147,483,648 to 2,147,483,647')).toBeTruthy();
    expect(crew).toHaveProperty('value', '3000000000');
  });

  it('adds, moves and removes items of lists', async () => {
    const { requests, pass } = await open('/actions/bookVisit?input.shipId=s1', [BOOKED]);
    for (const name of ['Ore', 'Coal', 'Salt']) {
      press('Add');
      const names = screen.getAllByLabelText('Name');
      fireEvent.change(names.at(-1) as HTMLElement, { target: { value: name } });
    }
    press('Move Cargo, 3 up');
    press('Remove Cargo, 1');
    press('Book visit');
    await pass();
    expect(requests[0]?.json?.variables).toEqual({ input: { shipId: 's1', cargo: [{ name: 'Salt' }, { name: 'Coal' }] } });
  });

  it('expands a recursive input step by step', async () => {
    const { requests, pass } = await open('/actions/bookVisit?input.shipId=s1', [BOOKED]);
    expect(screen.getAllByLabelText('Ship ID')).toHaveLength(1);
    press('Add Follows');
    expect(screen.getAllByLabelText('Ship ID')).toHaveLength(2);
    fireEvent.change(screen.getAllByLabelText('Ship ID')[1] as HTMLElement, { target: { value: 's2' } });
    press('Book visit');
    await pass();
    expect(requests[0]?.json?.variables).toEqual({ input: { shipId: 's1', follows: { shipId: 's2' } } });
  });

  it('sends exactly one field of a "one of" input; choosing another one replaces it', async () => {
    const { requests, pass } = await open('/actions/bookVisit?input.shipId=s1', [BOOKED]);
    press('Add Berth');
    const choice = screen.getByRole('radiogroup', { name: 'One of these' });
    fireEvent.click(within(choice).getByLabelText('ID'));
    fireEvent.change(screen.getAllByLabelText('ID').at(-1) as HTMLElement, { target: { value: 'b1' } });
    fireEvent.click(within(choice).getByLabelText('Name'));
    press('Book visit');
    await pass();
    expect(requests).toHaveLength(0);
    expect(screen.getByText('Fill in one of these')).toBeTruthy();
    fireEvent.change(screen.getAllByLabelText('Name').at(-1) as HTMLElement, { target: { value: 'North' } });
    press('Book visit');
    await pass();
    expect(requests[0]?.json?.variables).toEqual({ input: { shipId: 's1', berth: { name: 'North' } } });
  });

  it('takes values from the address', async () => {
    await open('/actions/bookVisit?input.shipId=s7&input.status=ARRIVED&input.cargo.0.name=Ore&input.urgent=true');
    expect(screen.getByLabelText('Ship ID')).toHaveProperty('value', 's7');
    expect(within(screen.getByRole('radiogroup', { name: 'Status' })).getByLabelText('Arrived')).toHaveProperty('checked', true);
    expect(within(screen.getByRole('radiogroup', { name: 'Urgent' })).getByLabelText('Yes')).toHaveProperty('checked', true);
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ore');
  });

  it('keeps the input while another screen is shown', async () => {
    const { session, rerender } = await open('/actions/bookVisit');
    type('Ship ID', 's3');
    expect(actionRunsOf(session).draft('bookVisit').get()).toMatchObject({ drafts: { input: { shipId: 's3' } } });
    rerender(<p>another screen</p>);
    expect(actionRunsOf(session).draft('bookVisit').get()).toMatchObject({ drafts: { input: { shipId: 's3' } } });
  });
});

it('keeps the input over a reload, except secrets, and deletes it after success', async () => {
  const { session, pass } = await open('/actions/bookVisit', [BOOKED]);
  type('Ship ID', 's3');
  await pass();
  expect(session.drafts.read('action:bookVisit')).toMatchObject({ drafts: { input: { shipId: 's3' } } });
  press('Book visit');
  await pass();
  await waitFor(() => screen.getByText('Done'));
  expect(session.drafts.read('action:bookVisit')).toBeNull();
});

describe('as JSON', () => {
  it('shows the input, accepts another one, and names what does not belong to it', async () => {
    await open('/actions/bookVisit?input.shipId=s1');
    fireEvent.click(screen.getByLabelText('JSON'));
    const area = screen.getByLabelText('The input as JSON');
    expect(JSON.parse((area as HTMLTextAreaElement).value)).toEqual({ input: { shipId: 's1' } });
    fireEvent.change(area, { target: { value: '{"input": {"shipId": "s2", "crewe": 4}, "x": 1' } });
    expect(screen.getByText(/This is not valid JSON/)).toBeTruthy();
    fireEvent.change(area, { target: { value: '{"input": {"shipId": "s2", "crewe": 4, "cargo": [{"nam": 1}]}, "x": 1}' } });
    expect(screen.getByText('These are not part of the input: input.crewe, input.cargo.nam, and x')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Form'));
    expect(screen.getByLabelText('Ship ID')).toHaveProperty('value', 's2');
  });
});

describe('sending', () => {
  it('sends once, however often the button is pressed', async () => {
    let release = (_: Response): void => {};
    const { requests, pass } = await open('/actions/bookVisit?input.shipId=s1', [
      new Promise<Response>(resolve => {
        release = resolve;
      }),
    ]);
    press('Book visit');
    const button = screen.getByRole('button', { name: 'Sending…' });
    expect(button).toHaveProperty('disabled', true);
    fireEvent.click(button);
    fireEvent.submit(button.closest('form') as HTMLFormElement);
    await pass();
    release(BOOKED.clone());
    await pass();
    await waitFor(() => screen.getByText('Done'));
    expect(requests).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Book visit' })).toBeNull();
  });

  it('shows the record of the response, formatted, with links to it and to related records', async () => {
    const { pass } = await open('/actions/bookVisit?input.shipId=s1', [BOOKED]);
    press('Book visit');
    await pass();
    await waitFor(() => screen.getByText('Done'));
    expect(screen.getByRole('link', { name: 'Open Visit' }).getAttribute('href')).toBe('/data/Visit/v1');
    expect(screen.getByRole('link', { name: 'Nordlys' }).getAttribute('href')).toBe('/data/Ship/s1');
    expect(screen.getByText('Booked')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('Done');
  });

  it('shows errors at their fields, and keeps the input', async () => {
    const { pass } = await open('/actions/bookVisit?input.shipId=s9&input.crew=5', [
      json({
        errors: [
          { message: 'There is no such ship', path: ['bookVisit'], extensions: { argumentPath: ['input', 'shipId'] } },
          { message: 'The port is closed' },
        ],
      }),
    ]);
    press('Book visit');
    await pass();
    const ship = await waitFor(() => {
      const field = screen.getByLabelText('Ship ID');
      expect(field.getAttribute('aria-invalid')).toBe('true');
      return field;
    });
    expect(document.getElementById(ship.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent).toBe(
      'There is no such ship',
    );
    expect(document.activeElement).toBe(ship);
    expect(within(screen.getByRole('alert')).getByText('The port is closed')).toBeTruthy();
    expect(within(screen.getByRole('alert')).queryByText('There is no such ship')).toBeNull();
    expect(screen.getByLabelText('Crew')).toHaveProperty('value', '5');
    type('Ship ID', 's1');
    expect(screen.queryByText('There is no such ship')).toBeNull();
  });

  it.each([400, 422])('shows an error with status %i only at its field', async status => {
    const error = { message: 'There is no such ship', extensions: { field: 'shipId' } };
    const { pass } = await open('/actions/bookVisit?input.shipId=s9', [json({ errors: [error], data: null }, status)]);
    press('Book visit');
    await pass();
    await waitFor(() => expect(screen.getByLabelText('Ship ID').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('There is no such ship')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reports a lost response as possibly executed, and sends nothing again by itself', async () => {
    const { pass, requests } = await open('/actions/bookVisit?input.shipId=s1', [new TypeError('Failed to fetch')]);
    press('Book visit');
    await pass();
    await waitFor(() => screen.getByText('No response. It may have gone through.'));
    await pass();
    expect(requests).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
    expect(screen.getByLabelText('Ship ID')).toHaveProperty('value', 's1');
  });

  const gatewayRedirect = { message: 'Set ORIEL_UPSTREAM to the new address', extensions: { code: 'GATEWAY_REDIRECT' } };
  const unread = 'Its response could not be read. It may have gone through.';
  it.each<[string, Answer, string, RegExp]>([
    [
      'a page',
      () => new Response('<p>Moved', { status: 200 }),
      unread,
      /answered with status 200 and something that is not JSON/,
    ],
    [
      'an unexpected error of the server',
      json({ data: { bookVisit: null }, errors: [{ message: 'Unexpected error.', path: ['bookVisit'] }] }),
      'The response does not confirm that it was done. Check before you send it again.',
      /Unexpected error/,
    ],
    ['data that is a text', json({ data: 'boom' }), unread, /data that is a string where an object is declared/],
    [
      'a redirect that the gateway reports',
      json({ errors: [gatewayRedirect] }, 502),
      'No response. It may have gone through.',
      /Set ORIEL_UPSTREAM to the new address/,
    ],
  ])('explains %s in place of a result', async (_, response, title, words) => {
    const { pass } = await open('/actions/bookVisit?input.shipId=s1', [response]);
    press('Book visit');
    await pass();
    await waitFor(() => screen.getByText(title));
    expect(within(screen.getByRole('alert')).getByText(words)).toBeTruthy();
  });

  it('explains a redirect that an upload does not follow', async () => {
    const { pass, requests } = await open('/actions/attach?visitId=v1', [
      () => new Response(null, { status: 307, headers: { location: '/moved' } }),
    ]);
    fireEvent.change(document.querySelector('input[type=file]') as HTMLElement, {
      target: { files: [new File(['x'], 'x.txt')] },
    });
    press('Attach');
    await pass();
    await waitFor(() => screen.getByText('No response. It may have gone through.'));
    expect(within(screen.getByRole('alert')).getByText(/redirect, which is not followed/)).toBeTruthy();
    expect(requests).toHaveLength(1);
  });

  it('asks for a confirmation of a destructive action, with the input that it sends', async () => {
    const { pass, requests } = await open('/actions/cancelVisit?id=v7&reason=storm', [
      json({ data: { cancelVisit: { id: 'v7', status: 'CANCELLED', ship: { id: 's1', name: 'Nordlys' } } } }),
    ]);
    press('Cancel visit');
    await pass();
    expect(requests).toHaveLength(0);
    const dialog = screen.getByRole('dialog', { name: 'Cancel visit: Visit v7' });
    expect(within(dialog).getByText('v7')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep visit' }));
    await pass();
    expect(requests).toHaveLength(0);
    press('Cancel visit');
    fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement);
    await pass();
    expect(requests[0]?.json?.variables).toEqual({ id: 'v7', reason: 'storm' });
  });

  it('names the record that it asks about, with verbs on both buttons, as the page of a record does', async () => {
    const { pass, requests } = await open('/actions/removeShip?id=s1');
    press('Remove ship');
    await pass();
    const dialog = await screen.findByRole('dialog', { name: 'Delete Ship s1?' });
    expect(within(dialog).getByRole('button', { name: 'Keep ship' })).toBe(document.activeElement);
    expect(within(dialog).getByRole('button', { name: 'Remove ship' })).toBeTruthy();
    expect(requests).toHaveLength(0);
  });

  it('sends files as a multipart request, in their order', async () => {
    const { pass, requests } = await open('/actions/attach?visitId=v1', [
      json({
        data: {
          attach: [
            { id: 'd1', filename: 'a.txt' },
            { id: 'd2', filename: 'b.txt' },
          ],
        },
      }),
    ]);
    const files = [new File(['aaa'], 'a.txt', { type: 'text/plain' }), new File(['bb'], 'b.txt', { type: 'text/plain' })];
    fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), { target: { files } });
    expect(screen.getByText('a.txt')).toBeTruthy();
    press('Attach');
    await pass();
    await waitFor(() => screen.getByText('2 records'));
    const form = requests[0]?.form;
    expect(JSON.parse(String(form?.get('map')))).toEqual({ 1: ['variables.files.0'], 2: ['variables.files.1'] });
    expect(form?.get('2')).toHaveProperty('name', 'b.txt');
  });

  it('keeps the input over a reload after a refusal in a union', async () => {
    const { session, pass } = await open('/actions/claim', [json({ data: { claim: { __typename: 'Taken', message: 'No' } } })]);
    type('ID', 's1');
    press('Claim');
    await pass();
    await waitFor(() => screen.getByText('No'));
    expect(session.drafts.read('action:claim')).toMatchObject({ drafts: { id: 's1' } });
  });

  it('reports a refusal in a union as a refusal, and keeps the form', async () => {
    const { pass } = await open('/actions/claim?id=s1', [
      json({ data: { claim: { __typename: 'Taken', message: 'Another port has it' } } }),
    ]);
    press('Claim');
    await pass();
    await waitFor(() => within(screen.getByRole('alert')).getByText('Another port has it'));
    expect(within(screen.getByRole('alert')).getByText('The server rejected this')).toBeTruthy();
    expect(screen.queryByText('Done')).toBeNull();
    expect(screen.getByLabelText('ID')).toHaveProperty('value', 's1');
  });

  it('shows the values of a refusal in a union that has no message, except secrets', async () => {
    const { pass } = await open('/actions/claim?id=s1', [
      json({ data: { claim: { __typename: 'Closed', until: 'Monday', sessionToken: 'abc123' } } }),
    ]);
    press('Claim');
    await pass();
    await waitFor(() => within(screen.getByRole('alert')).getByText('Closed', { selector: 'li' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Monday'));
    expect(screen.getByRole('alert').textContent).not.toContain('abc123');
  });

  it('reports a deletion as done if it returns the key that was sent', async () => {
    await open('/actions/removeShip?id=s1', [json({ data: { removeShip: 's1' } })]);
    press('Remove ship');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove ship' }));
    await waitFor(() => screen.getByRole('heading', { name: /^Done/ }));
  });

  it('shows a response that proves nothing as received, not as done', async () => {
    const { pass } = await open('/actions/ping', [json({ data: { ping: 'pong' } })]);
    press('Ping');
    await pass();
    await waitFor(() => screen.getByText('The server answered with:'));
    expect(screen.getByText('pong')).toBeTruthy();
    expect(screen.queryByText('Done')).toBeNull();
  });

  it('can be stopped, and then reports that it may have run', async () => {
    const { pass, requests } = await open('/actions/bookVisit?input.shipId=s1', [new Promise<Response>(() => undefined)]);
    press('Book visit');
    await pass();
    press('Stop');
    await waitFor(() => screen.getByText('No response. It may have gone through.'));
    expect(screen.getByText('You stopped it. It may have gone through.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
    expect(requests).toHaveLength(1);
  });

  it('sends an action without input by one click', async () => {
    const { pass } = await open('/actions/ping', [json({ data: { ping: 'pong' } })]);
    expect(screen.getByText('This action has no input.')).toBeTruthy();
    press('Ping');
    await pass();
    await waitFor(() => screen.getByText('pong'));
  });
});

describe('previous inputs', () => {
  it('are offered in an empty form, without secrets', async () => {
    const documents = memoryDocumentStore();
    const first = await open('/actions/bookVisit?input.shipId=s1&input.notes=hello', [BOOKED], documents);
    press('Book visit');
    await first.pass();
    await waitFor(() => screen.getByText('Done'));
    press('Start over');
    expect(screen.getByLabelText('Ship ID')).toHaveProperty('value', '');
    await waitFor(() => screen.getByRole('button', { name: 'Recent' }));
    press('Recent');
    fireEvent.click(screen.getByRole('menuitem', { name: /s1 · hello/ }));
    expect(screen.getByLabelText('Ship ID')).toHaveProperty('value', 's1');
    expect(screen.getByLabelText('Notes')).toHaveProperty('value', 'hello');
  });
});

describe('signing in', () => {
  it('offers to store the token, and does not show it', async () => {
    const { pass, session } = await open('/actions/signIn', [
      json({ data: { signIn: { token: 'eyJhbGciOi.secret.sig', name: 'Harbour master' } } }),
    ]);
    type('Code', 'open sesame');
    press('Sign in');
    await pass();
    await waitFor(() => screen.getByText('Done'));
    expect(document.body.textContent).not.toContain('secret');
    expect(screen.getAllByText('Harbour master')).toHaveLength(2);
    expect(session.token.signedIn.get()).toBe(false);
    act(() => press('Sign in with this token'));
    expect(session.token.signedIn.get()).toBe(true);
    expect(session.storage.getItem('apollo-token')).toBe('eyJhbGciOi.secret.sig');
    expect(await session.documents.get(session.documentKey('sent:signIn'))).toBeUndefined();
  });
});

it('does not tell someone to sign in whose sign-in was refused', async () => {
  const refusal = { message: 'Nobody has it', extensions: { code: 'UNAUTHENTICATED' } };
  const { pass } = await open('/actions/signIn', [json({ data: null, errors: [refusal] })]);
  type('Code', 'nonsense');
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  await pass();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The server rejected this');
  expect(alert.textContent).toContain('Nobody has it');
  expect(alert.textContent).not.toMatch(/sign in/i);
});
