import { fireEvent, screen } from '@testing-library/react';
import { FailureState } from '../../src/parts/FailureState';
import type { Failure } from '../../src/transport/observe/failure';
import { renderWithLanguage } from '../support/testLanguage';

describe('a failure', () => {
  const failures: [Failure, RegExp][] = [
    [{ tag: 'network', message: 'fetch failed' }, /cannot be reached/],
    [{ tag: 'network', message: 'terminated', broke: { status: 200 } }, /cut off.*status 200/],
    [{ tag: 'http', message: 'x', status: 500, errors: [] }, /status 500/],
    [{ tag: 'http', message: 'x', status: 503, errors: [] }, /cannot be reached.*status 503/],
    [{ tag: 'parse', message: 'x', status: 502, bodyText: 'Bad Gateway' }, /cannot be reached.*status 502/],
    [{ tag: 'parse', message: 'x', status: 200, bodyText: '<h1>Hello</h1>' }, /not GraphQL.*not JSON/],
    [{ tag: 'parse', message: 'x', status: 405, bodyText: 'Method Not Allowed' }, /status 405.*HTTP method of queries/],
    [{ tag: 'parse', message: 'x', status: 405, bodyText: '<html>no</html>' }, /status 405.*HTTP method of queries/],
    [{ tag: 'http', message: 'x', status: 405, errors: [] }, /status 405.*HTTP method of queries/],
    [{ tag: 'parse', message: 'x', status: 413, bodyText: '<html>no</html>' }, /^The endpoint refused.*status 413.*of this size/],
    [{ tag: 'http', message: 'x', status: 413, errors: [] }, /^The endpoint refused.*status 413.*of this size/],
    [
      { tag: 'parse', message: 'data that is a list', status: 200, bodyText: '[1,2]', isExplained: true },
      /^The response is not GraphQL((?!not JSON).)*data that is a list.*\[1,2\]/,
    ],
    [
      { tag: 'parse', message: 'x', status: 404, bodyText: '\n<!DOCTYPE html><title>Not found</title>' },
      /^The endpoint cannot be reached.*\/graphql returned a web page \(status 404\)/,
    ],
    [
      { tag: 'parse', message: 'x', status: 200, bodyText: '<!doctype html>', redirectedTo: 'https://id.example/login' },
      /^The endpoint cannot be reached.*https:\/\/id\.example\/login returned a web page/,
    ],
    [{ tag: 'network', message: 'TypeError: Failed to fetch' }, /^((?!Failed to fetch).)*$/],
    [
      {
        tag: 'graphql',
        message: 'x',
        errors: [
          { message: 'Bad', path: ['ships', 0], extensions: {} },
          { message: 'Worse', extensions: {} },
        ],
      },
      /2 errors/,
    ],
    [{ tag: 'auth', message: 'x', signedOut: true, status: 401, errors: [] }, /Sign in/],
    [{ tag: 'auth', message: 'x', signedOut: false, status: 403, errors: [] }, /not allowed/],
    [{ tag: 'socket', message: 'x', code: 4403, reason: '' }, /live connection failed/],
    [{ tag: 'refused', message: 'two operations' }, /not sent/],
    [{ tag: 'cancelled', message: 'x' }, /Stopped/],
  ];
  it.each(failures)('%j is described in words', (failure, words) => {
    renderWithLanguage(<FailureState failure={failure} endpoint="/graphql" />);
    expect(screen.getByRole('alert').textContent).toMatch(words);
  });

  it('mentions CORS if another origin did not respond, and only then', () => {
    const failure = { tag: 'network', message: 'Failed to fetch' } as const;
    const said = (endpoint: string, shown: Failure = failure): string | null => {
      const { unmount } = renderWithLanguage(<FailureState failure={shown} endpoint={endpoint} />);
      const words = screen.getByRole('alert').textContent;
      unmount();
      return words;
    };
    expect(said('https://api.example/graphql')).toMatch(
      /read responses of api\.example only if that server allows http:\/\/localhost/,
    );
    expect(said('/graphql')).not.toMatch(/CORS/);
    expect(said('http://')).not.toMatch(/CORS/);
    expect(said('https://api.example/graphql', { ...failure, broke: { status: 200 } })).not.toMatch(/CORS/);
  });

  it('shows the message of the server as text, with its location', () => {
    const { container } = renderWithLanguage(
      <FailureState
        failure={{ tag: 'parse', message: 'x', status: 200, bodyText: '<h1 onclick="x">Hello</h1>' }}
        endpoint="/g"
      />,
    );
    expect(container.querySelector('h1')).toBeNull();
    expect(screen.getByText('<h1 onclick="x">Hello</h1>')).toBeTruthy();
    renderWithLanguage(<FailureState failure={failures.find(([{ tag }]) => tag === 'graphql')?.[0] as Failure} endpoint="/g" />);
    expect(screen.getByText('ships.0: Bad')).toBeTruthy();
  });

  it('offers what the user can do', () => {
    const retry = jest.fn();
    const signIn = jest.fn();
    renderWithLanguage(
      <FailureState
        failure={failures.find(([{ tag }]) => tag === 'auth')?.[0] as Failure}
        endpoint="/g"
        onRetry={retry}
        onSignIn={signIn}
        wireHref="/wire?entry=3"
      />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect([retry.mock.calls.length, signIn.mock.calls.length]).toEqual([1, 1]);
    expect(screen.getByRole('link', { name: 'See it in Wire' }).getAttribute('href')).toBe('/wire?entry=3');
  });

  it.each([
    [4401, 1],
    [4403, 1],
    [4500, 0],
  ])('offers to sign in after a websocket was closed with %i: %i', (code, count) => {
    const failure: Failure = { tag: 'socket', message: 'x', code, reason: '' };
    renderWithLanguage(<FailureState failure={failure} endpoint="/g" onSignIn={() => undefined} />);
    expect(screen.queryAllByRole('button', { name: 'Sign in' })).toHaveLength(count);
  });
});
