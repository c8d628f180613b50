/** Moving the focus to a new screen, with screens for this test. shell.test.tsx tests it in the frame. */
import { fireEvent, render, waitFor } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { useScreenFocus } from '../../../src/app/shell/useScreenFocus';

function Frame({ path, title, children }: { path: string; title: string | null; children?: ReactNode }): ReactNode {
  const main = useRef<HTMLElement>(null);
  useScreenFocus(main, path, false);
  return (
    <main ref={main} tabIndex={-1}>
      {title === null ? null : (
        <h1 key={title} tabIndex={-1}>
          {title}
        </h1>
      )}
      {children}
    </main>
  );
}

const focused = (): string | null =>
  document.activeElement === document.body ? null : (document.activeElement?.textContent ?? null);

it('focuses the title of the placeholder, and then the title of the screen', async () => {
  const { rerender } = render(<Frame path="/a" title="Settings" />);
  expect(focused()).toBe(null);
  rerender(<Frame path="/b" title={null} />);
  expect(focused()).toBe(null);
  rerender(<Frame path="/b" title="Data" />);
  await waitFor(() => expect(focused()).toBe('Data'));
  rerender(<Frame path="/b" title="Repository" />);
  await waitFor(() => expect(focused()).toBe('Repository'));
});

it('moves the focus from the main element to the title', () => {
  const { rerender, getByRole } = render(<Frame path="/a" title="Settings" />);
  getByRole('main').focus();
  rerender(<Frame path="/b" title="Data" />);
  expect(focused()).toBe('Data');
});

it('does not move the focus after the user has moved it', async () => {
  const { rerender, getByRole } = render(<Frame path="/a" title="Settings" />);
  rerender(
    <Frame path="/b" title="Data">
      <button type="button">Filter</button>
    </Frame>,
  );
  expect(focused()).toBe('Data');
  getByRole('button').focus();
  rerender(<Frame path="/b" title="Data" />);
  await Promise.resolve();
  expect(focused()).toBe(null);
  rerender(<Frame path="/c" title="Wire" />);
  expect(focused()).toBe('Wire');
  fireEvent.pointerDown(document.body);
  rerender(<Frame path="/c" title="Wire, again" />);
  await Promise.resolve();
  expect(focused()).toBe(null);
});

it('does not move the focus before the user has used the page', () => {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, configurable: true });
  try {
    const { rerender } = render(<Frame path="/" title="Start" />);
    rerender(<Frame path="/data/ships" title="Ships" />);
    expect(focused()).toBe(null);
  } finally {
    Reflect.deleteProperty(navigator, 'userActivation');
  }
});
