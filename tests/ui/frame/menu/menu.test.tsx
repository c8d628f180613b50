import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { Menu } from '../../../../src/ui/frame/menu/Menu';
import { Popover } from '../../../../src/ui/frame/menu/Popover';
import { renderWithLanguage } from '../../../support/testLanguage';

const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = (): string | null | undefined => document.activeElement?.textContent;

describe('a menu', () => {
  function show(): jest.Mock {
    const chosen = jest.fn();
    renderWithLanguage(
      <Menu
        label="More"
        items={[
          { head: 'This' },
          { label: 'Copy', onSelect: () => chosen('copy') },
          { label: 'Cut', disabled: true, onSelect: () => chosen('cut') },
          { line: true },
          { label: 'Delete', danger: true, onSelect: () => chosen('delete') },
          { label: 'Docs', href: '/docs' },
        ]}
      >
        {trigger => (
          <button type="button" {...trigger}>
            Open
          </button>
        )}
      </Menu>,
    );
    return chosen;
  }

  it('with choices indents each item once: by its mark, its icon, or a gap', async () => {
    renderWithLanguage(
      <Menu
        label="Tile"
        items={[
          { label: 'List', checked: true },
          { label: 'Plot', checked: false },
          { label: 'Remove', icon: 'trash' },
          { label: 'Other' },
        ]}
      >
        {trigger => (
          <button type="button" {...trigger}>
            Open
          </button>
        )}
      </Menu>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('menu');
    const before = [...document.querySelectorAll('.menu-item')].map(
      item => item.querySelectorAll('.icon, .menu-item-gap').length,
    );
    expect(before).toEqual([1, 1, 1, 1]);
  });

  it('opens by a click and closes with Esc, and the focus returns', () => {
    show();
    const button = screen.getByRole('button', { name: 'Open' });
    act(() => button.focus());
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(focused()).toBe('Copy');
    press('Escape');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('is navigated with arrow keys, Home, End and first letters, and opened at its end by the arrow up', () => {
    show();
    act(() => screen.getByRole('button').focus());
    press('ArrowUp');
    expect(focused()).toBe('Docs');
    press('ArrowDown');
    expect(focused()).toBe('Copy');
    press('d');
    expect(focused()).toBe('Delete');
    press('Home');
    press('ArrowUp');
    expect(focused()).toBe('Docs');
    press('End');
    expect(focused()).toBe('Docs');
  });

  it('runs the chosen item, and does nothing for a disabled one', () => {
    const chosen = show();
    fireEvent.click(screen.getByRole('button'));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Cut' }));
    expect(chosen).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(chosen.mock.calls).toEqual([['delete']]);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('closes by a click elsewhere, without moving the focus', () => {
    show();
    fireEvent.click(screen.getByRole('button'));
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

function Box({ onEscape }: { onEscape?: () => void }): React.ReactNode {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a screen that hears Esc, too
    <div onKeyDown={event => event.key === 'Escape' && onEscape?.()}>
      <button type="button" ref={button} onClick={() => setOpen(true)}>
        Filter
      </button>
      <input aria-label="Elsewhere" />
      <Popover open={open} onClose={() => setOpen(false)} anchor={button} label="A filter">
        On its way
      </Popover>
    </div>
  );
}

describe('a popover', () => {
  it('closes with Esc while nothing in it has the focus, and the key has no other effect', () => {
    const onEscape = jest.fn();
    render(<Box onEscape={onEscape} />);
    const button = screen.getByRole('button');
    act(() => button.focus());
    fireEvent.click(button);
    press('Escape');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onEscape).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    press('Escape');
    expect(onEscape).toHaveBeenCalledTimes(1);
  });

  it('ignores Esc while the focus is elsewhere', () => {
    const onEscape = jest.fn();
    render(<Box onEscape={onEscape} />);
    fireEvent.click(screen.getByRole('button'));
    act(() => screen.getByRole('textbox').focus());
    press('Escape');
    expect(onEscape).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
