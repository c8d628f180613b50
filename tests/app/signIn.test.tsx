/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Signing in and out in the frame. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { App } from '../../src/app/createApp';
import { openApp, rail, SDL } from './openApp';

describe('signing in', () => {
  const openWindow = async (): Promise<HTMLElement> => {
    fireEvent.click(within(rail()).getByRole('button', { name: 'Sign in' }));
    return screen.findByRole('dialog', { name: 'Sign in to Harbour' });
  };

  it('stores the token that a sign-in action returns, and sends it from then on', async () => {
    const { app, server, storage } = await openApp();
    const dialog = await openWindow();
    const code = within(dialog).getByLabelText('Code') as HTMLInputElement;
    expect(document.activeElement).toBe(code);
    expect(code.type).toBe('password');
    fireEvent.change(code, { target: { value: '1234' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await within(rail()).findByText('Signed in');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(storage.getItem('apollo-token')).toBe('token-of-1234');
    await act(() => app.session.get()?.schema.refresh() ?? Promise.resolve());
    expect(server.requests.at(-1)?.authorization).toBe('Bearer token-of-1234');
    fireEvent.click(within(rail()).getByRole('button', { name: 'Sign out' }));
    expect(storage.getItem('apollo-token')).toBeNull();
    expect(within(rail()).getByRole('button', { name: 'Sign in' })).toBeTruthy();
  });

  it('fills in a required clientMutationId', async () => {
    const input = 'input SignInInput { code: String! clientMutationId: String! }';
    const { server, storage } = await openApp('/settings', `${SDL.replace('code: String!', 'input: SignInInput!')} ${input}`);
    server.root.signIn = (given: { input: { code: string } }) => `token-of-${given.input.code}`;
    const dialog = await openWindow();
    fireEvent.change(within(dialog).getByLabelText('Code'), { target: { value: '1234' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await within(rail()).findByText('Signed in');
    expect(storage.getItem('apollo-token')).toBe('token-of-1234');
  });

  it('shows validation errors at the fields that they name', async () => {
    const input = 'input SignInInput { email: String! password: String! }';
    const { server } = await openApp('/settings', `${SDL.replace('code: String!', 'loginInput: SignInInput!')} ${input}`);
    server.root.signIn = () => {
      const message = ['email must be an email', 'password is too short', 'Try again later'];
      const originalError = { message, error: 'Bad Request', statusCode: 400 };
      throw Object.assign(new Error('Bad Request Exception'), { extensions: { code: 'BAD_REQUEST', originalError } });
    };
    const dialog = await openWindow();
    fireEvent.change(within(dialog).getByLabelText('Email'), { target: { value: 'x' } });
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'y' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await within(dialog).findByText('email must be an email');
    expect(within(dialog).getByText('password is too short')).toBeTruthy();
    expect(within(dialog).getByRole('alert').textContent).toBe('Try again later');
    expect(within(dialog).queryByText('Bad Request Exception')).toBeNull();
  });

  it('removes what only the user could see after signing out, and keeps the focus', async () => {
    const { app, server, back } = await openApp();
    server.root.secrets = (_: unknown, { authorization }: { authorization: string | null }) => {
      if (authorization === null) throw Object.assign(new Error('Who are you?'), { extensions: { code: 'UNAUTHENTICATED' } });
      return [{ id: '9', name: 'Classified' }];
    };
    act(() => app.navigation.go('/data/secrets'));
    await screen.findByText('Who are you?', { exact: false }, { timeout: 5000 });
    act(() => app.session.get()?.token.set('abc'));
    await screen.findByText('Classified');
    const out = within(rail()).getByRole('button', { name: 'Sign out' });
    out.focus();
    fireEvent.click(out);
    await screen.findByText('Who are you?', { exact: false });
    expect(screen.queryByText('Classified')).toBeNull();
    expect(document.activeElement).toBe(within(rail()).getByRole('button', { name: 'Sign in' }));
    // Nor is it shown for a moment when that address is opened again.
    act(() => app.navigation.go('/settings'));
    act(back);
    expect(screen.queryByText('Classified')).toBeNull();
  });

  it('shows more after the user has signed in', async () => {
    const { app, server } = await openApp('/data/ships');
    await screen.findByText('Nordlys', {}, { timeout: 5000 });
    server.root.ships = [
      { id: '1', name: 'Nordlys' },
      { id: '2', name: 'Hidden' },
    ];
    act(() => app.session.get()?.token.set('abc'));
    await screen.findByText('Hidden');
  });

  it('shows the message of the server for a wrong code, keeps the input, and sends it once', async () => {
    const { server, storage } = await openApp();
    const dialog = await openWindow();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(within(dialog).getByText('Required')).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('Code'), { target: { value: '9' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await within(dialog).findByText('That code is not known');
    const code = within(dialog).getByLabelText('Code');
    expect(code.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect((within(dialog).getByLabelText('Code') as HTMLInputElement).value).toBe('9');
    expect(server.requests.filter(request => request.query.includes('signIn('))).toHaveLength(1);
    expect(storage.getItem('apollo-token')).toBeNull();
  });

  it('signs in where the server refuses every request with the expired token, and sends a wrong code once', async () => {
    const { app, server, storage } = await openApp();
    server.intercept = ({ authorization }) =>
      authorization === 'Bearer expired'
        ? Response.json({ errors: [{ message: 'JWTExpired', extensions: { code: 'invalid-jwt' } }] })
        : undefined;
    act(() => app.session.get()?.token.set('expired'));
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    const sign = (code: string): void => {
      fireEvent.change(within(dialog).getByLabelText('Code'), { target: { value: code } });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    };
    const tokens = (): unknown[] =>
      server.requests.filter(({ query }) => query.includes('signIn(')).map(({ authorization }) => authorization);
    sign('9');
    await within(dialog).findByText('That code is not known');
    expect(tokens()).toEqual(['Bearer expired', null]);
    expect(storage.getItem('apollo-token')).toBe('expired');
    sign('1234');
    await waitFor(() => expect(storage.getItem('apollo-token')).toBe('token-of-1234'));
    // A refusal by the field itself has nothing to do with the token.
    server.root.signIn = () => {
      throw Object.assign(new Error('Wrong'), { extensions: { code: 'UNAUTHENTICATED' } });
    };
    act(() => app.session.get()?.token.ask());
    const again = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    fireEvent.change(within(again).getByLabelText('Code'), { target: { value: '9' } });
    fireEvent.click(within(again).getByRole('button', { name: 'Sign in' }));
    await within(again).findByText('Wrong');
    expect(tokens().slice(4)).toEqual(['Bearer token-of-1234']);
    // A response with data shows that the sign-in has run.
    server.intercept = ({ query }) =>
      query.includes('signIn(')
        ? Response.json({ data: { signIn: 'odd' }, errors: [{ message: 'Signed out', extensions: { code: 'UNAUTHENTICATED' } }] })
        : undefined;
    fireEvent.click(within(again).getByRole('button', { name: 'Sign in' }));
    await within(again).findByText('Signed out');
    expect(tokens().slice(5)).toEqual(['Bearer token-of-1234']);
  });

  it('explains its fields with the descriptions of the schema', async () => {
    const sdl = 'type Query { ships: [String!] } type Mutation { signIn("Printed at the start." code: String!): String }';
    const { app } = await openApp('/settings', sdl);
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    expect(within(dialog).getByLabelText('Code')).toBeTruthy();
    expect(within(dialog).getByText('Printed at the start.')).toBeTruthy();
  });

  it('offers the OpenID provider beside the actions and a token, and returns to it', async () => {
    const { app } = await openApp();
    const session = app.session.get() as NonNullable<ReturnType<App['session']['get']>>;
    const oidc = { issuer: 'https://id.example.com/realm', clientId: 'oriel', scopes: 'openid' };
    const connection = { ...session.connection, oidc };
    Object.defineProperties(session, { openIdWorld: { value: {} }, connection: { get: () => connection } });
    const dialog = await openWindow();
    const provider = within(dialog).getByRole('radio', { name: 'id.example.com' }) as HTMLInputElement;
    expect(provider.checked).toBe(true);
    // An imported connection can name a known provider beside any endpoint.
    expect(within(dialog).getByText(new RegExp(`The token is sent to ${connection.httpEndpoint} only`))).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Use a token' }));
    expect(within(dialog).getByLabelText('Token')).toBeTruthy();
    fireEvent.click(provider);
    expect(provider.checked).toBe(true);
    expect(within(dialog).queryByLabelText('Token')).toBeNull();
  });

  it('works with a pasted token, without an action, and can be requested by a screen', async () => {
    const { app, storage } = await openApp('/settings', 'type Query { ships: [String!] }');
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(within(dialog).getByText('Enter a token')).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('Token'), { target: { value: ' Bearer abc ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(storage.getItem('apollo-token')).toBe('abc');
    expect(document.body.textContent).not.toContain('abc');
  });

  it('leads to the connections, for an API that expects a header instead of a token', async () => {
    const { app } = await openApp('/settings', 'type Query { ships: [String!] }');
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Connections' }));
    expect(app.navigation.address.get().path).toBe('/connections');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not requested again after signing out', async () => {
    const { app } = await openApp();
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' }, { timeout: 5000 });
    act(() => app.session.get()?.token.set('abc'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(within(rail()).getByRole('button', { name: 'Sign out' }));
    await within(rail()).findByRole('button', { name: 'Sign in' });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => app.session.get()?.token.ask());
    await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
  });

  it('reports an action that was running during sign-out as possibly executed, and sends nothing again', async () => {
    const { app, server } = await openApp();
    let respond = (): void => {};
    server.intercept = request =>
      /bookVisit/.test(request.query)
        ? new Promise<Response>(resolve => {
            respond = () => resolve(Response.json({ data: { bookVisit: null } }));
          })
        : undefined;
    act(() => app.session.get()?.token.set('abc'));
    act(() => app.navigation.go('/actions/bookVisit'));
    fireEvent.change(await screen.findByRole('textbox', { name: /Ship/ }, { timeout: 5000 }), { target: { value: '1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Book visit' }));
    await waitFor(() => expect(server.requests.filter(request => /bookVisit/.test(request.query))).toHaveLength(1));
    // Nor is the page closed without a question, whatever screen is shown.
    act(() => app.navigation.go('/settings'));
    const closes = (): boolean => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(closes()).toBe(false);
    // Nor while another connection is in use.
    act(() => app.connections.save(app.connections.draft({ id: 'other', httpEndpoint: 'http://other.test/graphql' })));
    act(() => app.connections.select('other'));
    await screen.findByRole('button', { name: /^Appearance/ });
    expect(closes()).toBe(false);
    act(() => app.connections.select('default'));
    await screen.findByRole('button', { name: /^Appearance/ });
    fireEvent.click(within(rail()).getByRole('button', { name: 'Sign out' }));
    expect(closes()).toBe(true);
    await waitFor(() =>
      expect(document.querySelector('.note')?.textContent).toContain('This was in progress and may have run: Book visit.'),
    );
    expect(app.interrupted.get()).toEqual([]);
    await act(async () => respond());
    expect(document.querySelectorAll('.note')).toHaveLength(1);
    expect(server.requests.filter(request => /bookVisit/.test(request.query))).toHaveLength(1);
  });

  it('reports that another tab removed the connection in use', async () => {
    const { app } = await openApp();
    act(() => app.removed.set('Second'));
    await waitFor(() => expect(document.querySelector('.note')?.textContent).toContain('Second was removed'));
    expect(app.removed.get()).toBeNull();
  });

  it('is applied in other tabs', async () => {
    const { app, storage } = await openApp();
    storage.setItem('apollo-token', 'x');
    act(() => app.storageChanged('apollo-token'));
    expect(within(rail()).getByText('Token saved')).toBeTruthy();
  });
});
