/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Errors of screens and of parts of the frame. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { ErrorBoundary } from '../../../src/app/shell/ErrorBoundary';
import { renderWithLanguage } from '../../support/testLanguage';
import { openApp, status, withState } from '../openApp';

function Throwing({ fails }: { fails: boolean }): React.ReactNode {
  if (fails) throw new Error('no such luck');
  return 'fine';
}

describe('a screen that throws', () => {
  it('is reported in its place, and rendered again at another address', () => {
    const unheard = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { rerender } = renderWithLanguage(
      <ErrorBoundary resetKey="/a">
        <Throwing fails />
      </ErrorBoundary>,
    );
    expect(screen.getByText('This screen stopped working')).toBeTruthy();
    expect(screen.getByText('no such luck')).toBeTruthy();
    rerender(
      <ErrorBoundary resetKey="/b">
        <Throwing fails={false} />
      </ErrorBoundary>,
    );
    expect(screen.getByText('fine')).toBeTruthy();
    unheard.mockRestore();
  });

  it('is reported in one line if it is a part of the frame, and the page goes on', async () => {
    const unheard = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { app } = await openApp();
    const last = withState<unknown>(app, 'lastRequest', null);
    act(() => app.navigation.go('/connections'));
    const breaks = {
      get method(): string {
        throw new Error('no such luck');
      },
    };
    act(() => last.set(breaks));
    const alert = await screen.findByRole('alert');
    expect(alert.className).toBe('status-line');
    expect(alert.textContent).toContain('Not available');
    await screen.findByRole('heading', { name: 'Connections' }, { timeout: 5000 });
    act(() => last.set({ method: 'POST', path: '/graphql', status: 200, ms: 3 }));
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(status().textContent).toContain('/graphql');
    unheard.mockRestore();
  });

  it('is closed and reported if it is a dialog', async () => {
    const unheard = jest.spyOn(console, 'error').mockImplementation(() => {});
    const onError = jest.fn();
    const { container } = renderWithLanguage(
      <ErrorBoundary resetKey="find" onError={onError}>
        <Throwing fails />
      </ErrorBoundary>,
    );
    expect(onError).toHaveBeenCalledTimes(1);
    expect(container.textContent).not.toContain('no such luck');
    unheard.mockRestore();
  });
});
