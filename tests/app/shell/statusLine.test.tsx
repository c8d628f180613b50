/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The status line: requests, the websocket, uploads, persisted queries, appearance and language. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { App } from '../../../src/app/createApp';
import type { SocketStatus, UploadProgress } from '../../../src/transport/observe/status';
import { openApp, status, withState } from '../openApp';

describe('the status line', () => {
  it('shows the last request, and whether it failed', async () => {
    const { app, server } = await openApp();
    await waitFor(() => expect(status().textContent).toContain('POST /graphql'));
    server.intercept = () => new Response('no', { status: 503 });
    await act(async () => {
      await app.session.get()?.schema.refresh();
    });
    expect((await within(status()).findByTitle(/status 503/)).textContent).toContain('503');
    expect(
      within(status())
        .getByTitle(/status 503/)
        .getAttribute('href'),
    ).toBe('/wire?entry=last-request');
  });

  it('counts down to the next attempt of the websocket, which the user can start at once', async () => {
    const { app } = await openApp();
    const reconnectNow = jest.fn();
    const session = app.session.get() as NonNullable<ReturnType<App['session']['get']>>;
    Object.assign(session.transport, { reconnectNow });
    const socket = withState<SocketStatus>(app, 'socket', { state: 'reconnecting', attempt: 3, nextAt: Date.now() + 3240 });
    act(() => app.navigation.go('/wire'));
    act(() => app.navigation.go('/settings'));
    // The line reads the states of the transport when it renders again.
    act(() => app.appearance.set({ density: 'roomy' }));
    await act(() => app.chooseLanguage('en').then(() => undefined));
    expect(status().textContent).toMatch(/reconnecting in \d\.\d sec/);
    fireEvent.click(within(status()).getByRole('button', { name: 'Now' }));
    expect(reconnectNow).toHaveBeenCalledTimes(1);
    act(() => socket.set({ state: 'live' }));
    expect(within(status()).queryByRole('button', { name: 'Now' })).toBeNull();
    expect(screen.getAllByRole('status').map(region => region.textContent)).toContain('The live connection is back');
    act(() => socket.set({ state: 'failed', code: 4403, reason: 'Forbidden' }));
    expect(within(status()).getByTitle('The live connection failed (4403): Forbidden')).toBeTruthy();
  });

  it('shows the progress of uploads, and that the server is working', async () => {
    const { app } = await openApp();
    const uploads = withState<ReadonlyMap<number, UploadProgress>>(
      app,
      'uploads',
      new Map([[1, { id: 1, name: 'a', phase: 'sending', sentBytes: 43, totalBytes: 100, isPartial: true }]]),
    );
    await act(() => app.chooseLanguage('en').then(() => undefined));
    expect(status().textContent).toContain('1 upload 43%');
    act(() =>
      uploads.set(new Map([[1, { id: 1, name: 'a', phase: 'processing', sentBytes: 100, totalBytes: 100, isPartial: false }]])),
    );
    expect(status().textContent).toContain('1 upload, server is working');
    act(() => uploads.set(new Map()));
    expect(status().textContent).not.toContain('upload');
  });

  it('shows whether persisted queries are off, their hit rate, and why they stopped', async () => {
    const { app } = await openApp();
    expect(status().textContent).toContain('persisted off');
    const persisted = withState<unknown>(app, 'persisted', { state: 'on', hits: 47, misses: 3 });
    await act(() => app.chooseLanguage('en').then(() => undefined));
    expect(status().textContent).toContain('persisted 94% hit');
    act(() => persisted.set({ state: 'stopped', reason: 'PersistedQueryNotSupported' }));
    expect(within(status()).getByTitle('Persisted queries stopped: PersistedQueryNotSupported')).toBeTruthy();
  });

  it('switches the appearance, which is set on the page', async () => {
    const { storage } = await openApp();
    fireEvent.click(await within(status()).findByRole('button', { name: 'Appearance: System' }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(storage.getItem('oriel:theme')).toBe('dark');
  });

  it('switches the language at once, and sets it on the page', async () => {
    await openApp();
    fireEvent.click(await within(status()).findByRole('button', { name: /^Language/ }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Ƥşḗŭḓǿ ←' }));
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
    expect(document.documentElement.lang).toBe('ar-XB');
    expect(screen.getByRole('link', { name: /^\[Q.+\]$/ })).toBeTruthy();
  });
});
