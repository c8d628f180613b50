/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Find and the shortcuts of the frame, from the keyboard. */
import { fireEvent, screen, within } from '@testing-library/react';
import { FindDialog } from '../../../src/app/find/FindDialog';
import type { Session } from '../../../src/session/connections/session';
import { renderWithLanguage } from '../../support/testLanguage';
import { openApp, press } from '../openApp';

/** Calls a function while it is rendered. */
function Late({ run }: { run: () => void }): null {
  run();
  return null;
}

describe('from the keyboard', () => {
  const found = (): HTMLElement => screen.getByRole('listbox', { name: 'Find' });

  it('finds anything with Ctrl K', async () => {
    const { app } = await openApp();
    press('k', { ctrlKey: true });
    const line = await screen.findByRole('combobox', { name: 'Find anything' });
    fireEvent.change(line, { target: { value: 'book' } });
    expect(within(found()).getByRole('option', { selected: true }).textContent).toContain('Book visit');
    press('Enter');
    expect(app.navigation.address.get().path).toBe('/actions/bookVisit');
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull();
  });

  it('starts Find with what was typed before it was loaded, and empty the next time', async () => {
    const typed = { current: 's' };
    const { app } = await openApp();
    renderWithLanguage(
      <>
        <FindDialog session={app.session.get() as Session} onClose={() => undefined} typed={typed} />
        {/* A key that came between rendering and showing. */}
        <Late
          run={() => {
            typed.current = 'ships';
          }}
        />
      </>,
    );
    expect((screen.getByRole('combobox', { name: 'Find anything' }) as HTMLInputElement).value).toBe('ships');
    expect(typed.current).toBe('');
  });

  it('moves through the matches with the arrow keys', async () => {
    await openApp();
    press('/');
    const line = await screen.findByRole('combobox', { name: 'Find anything' });
    fireEvent.change(line, { target: { value: 'ship' } });
    press('ArrowDown');
    const active = within(found()).getByRole('option', { selected: true });
    expect(active.id).toBe(line.getAttribute('aria-activedescendant'));
    expect(within(found()).getAllByRole('option').indexOf(active)).toBe(1);
    press('ArrowUp');
    press('ArrowUp');
    expect(within(found()).getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true');
    fireEvent.change(line, { target: { value: 'no such thing' } });
    expect(
      within(found())
        .getAllByRole('option')
        .map(option => option.textContent),
    ).toEqual(['Docs: no such thingFind']);
  });

  it('lists the shortcuts with ?, and goes to the tools with G', async () => {
    const { app } = await openApp();
    press('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Run').parentElement?.textContent).toBe('RunCtrlEnter');
    expect(within(dialog).getByText('Format')).toBeTruthy();
    expect(within(dialog).getByText('Fill down')).toBeTruthy();
    expect(within(dialog).getByText('Save to *.graphql')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    press('g');
    press('w');
    expect(app.navigation.address.get().path).toBe('/wire');
  });

  it('ignores single keys while the user types', async () => {
    const { app } = await openApp();
    const field = document.createElement('textarea');
    document.body.append(field);
    field.focus();
    press('?');
    press('g');
    press('w');
    field.remove();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.navigation.address.get().path).toBe('/settings');
  });
});
