import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { createStore } from '../../../src/lib/store';
import { useAnnounce } from '../../../src/ui/frame/Announcer';
import { Dialog } from '../../../src/ui/frame/Dialog';
import { Drawer } from '../../../src/ui/frame/Drawer';
import { ScreenFrame } from '../../../src/ui/frame/ScreenFrame';
import { Tabs } from '../../../src/ui/frame/Tabs';
import { Button } from '../../../src/ui/inputs/Button';
import { TextInput } from '../../../src/ui/inputs/TextInput';
import { renderWithLanguage, testLanguage } from '../../support/testLanguage';

const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });

function ShownTabs({ tag = 'en' as const }: { tag?: 'en' }): React.ReactNode {
  const [selected, setSelected] = useState<'a' | 'b' | 'c'>('a');
  return (
    <Tabs
      label={tag}
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'a', label: 'One' },
        { id: 'b', label: 'Two' },
        { id: 'c', label: 'Three', count: '7' },
      ]}
    >
      Panel {selected}
    </Tabs>
  );
}

describe('tabs', () => {
  it('are chosen with the arrow keys, cyclically, and name their panel', () => {
    renderWithLanguage(<ShownTabs />);
    act(() => screen.getByRole('tab', { name: 'One' }).focus());
    press('ArrowRight');
    expect(screen.getByRole('tabpanel', { name: 'Two' }).textContent).toBe('Panel b');
    press('ArrowLeft');
    press('ArrowLeft');
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('tabpanel', { name: /Three/ })).toBeTruthy();
    expect(screen.getAllByRole('tab').map(tab => tab.tabIndex)).toEqual([-1, -1, 0]);
  });

  it('reverse the arrow keys in languages that are read from right to left', () => {
    renderWithLanguage(<ShownTabs />, createStore(testLanguage('ar-XB')));
    act(() => screen.getByRole('tab', { name: 'One' }).focus());
    press('ArrowLeft');
    expect(screen.getByRole('tabpanel', { name: 'Two' })).toBeTruthy();
  });
});

function ShownDialog({ onSubmit }: { onSubmit?: () => void }): React.ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Sign in"
        footer={<Button type="submit">Go</Button>}
        {...(onSubmit ? { onSubmit } : {})}
      >
        <TextInput aria-label="Token" value="" onChange={() => {}} />
      </Dialog>
    </>
  );
}

describe('a dialog', () => {
  it('is named by its title, and returns the focus when it closes', () => {
    renderWithLanguage(<ShownDialog />);
    const opener = screen.getByRole('button', { name: 'Open' });
    act(() => opener.focus());
    fireEvent.click(opener);
    expect(screen.getByRole('dialog', { name: 'Sign in' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('closes on the cancel event of the browser (Esc), and by a click on the backdrop', () => {
    renderWithLanguage(<ShownDialog />);
    for (const close of [
      (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true })),
      (dialog: HTMLElement) => fireEvent.click(dialog),
    ]) {
      fireEvent.click(screen.getByRole('button', { name: 'Open' }));
      close(screen.getByRole('dialog'));
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  it('submits its form with its submit button', () => {
    const onSubmit = jest.fn();
    renderWithLanguage(<ShownDialog onSubmit={onSubmit} />);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    fireEvent.click(screen.getByRole('button', { name: 'Go' }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});

function ShownDrawer(): React.ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Row
      </button>
      {open ? (
        <Drawer kind="Ship" title="Nordlys" onClose={() => setOpen(false)}>
          <button type="button">Inside</button>
        </Drawer>
      ) : null}
    </>
  );
}

describe('a screen and its drawer', () => {
  it('show the position of the user', () => {
    renderWithLanguage(
      <ScreenFrame crumbs={[{ label: 'Data', href: '/' }, { label: 'Ships' }]} description={'Vessels\nmore'}>
        content
      </ScreenFrame>,
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Ships' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Data' }).getAttribute('href')).toBe('/');
    expect(screen.getByText('Vessels')).toBeTruthy();
  });

  it('name the page for tabs, bookmarks and screen readers', () => {
    const { rerender } = renderWithLanguage(
      <ScreenFrame crumbs={[{ label: 'Data', href: '/' }, { label: 'Ships' }]}>ships</ScreenFrame>,
    );
    expect(document.title).toBe('Ships – Oriel');
    const crumbs = [{ label: 'Data' }, { label: 'Ships' }, { label: `Amber ${'long '.repeat(500)}` }];
    rerender(<ScreenFrame crumbs={crumbs}>ship</ScreenFrame>);
    expect(document.title).toMatch(/^Amber long .+ – Ships – Oriel$/);
    expect(document.title.length).toBeLessThan(300);
  });

  it('close with Esc, and the focus returns to where it came from', () => {
    renderWithLanguage(<ShownDrawer />);
    const row = screen.getByRole('button', { name: 'Row' });
    act(() => row.focus());
    fireEvent.click(row);
    expect(screen.getByRole('complementary', { name: 'Nordlys' })).toBeTruthy();
    act(() => screen.getByRole('button', { name: 'Inside' }).focus());
    press('Escape');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(row);
  });
});

function Speaker(): React.ReactNode {
  const announce = useAnnounce();
  return (
    <>
      <button type="button" onClick={() => announce.say('12 rows')}>
        say
      </button>
      <button type="button" onClick={() => announce.note({ text: 'Saved' })}>
        note
      </button>
      <button type="button" onClick={() => announce.note({ text: 'Could not save', tone: 'danger' })}>
        bad
      </button>
    </>
  );
}

describe('notifications', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are announced, also when the same text repeats', () => {
    renderWithLanguage(<Speaker />);
    fireEvent.click(screen.getByRole('button', { name: 'say' }));
    const first = screen.getByRole('status').firstElementChild;
    expect(first?.textContent).toBe('12 rows');
    fireEvent.click(screen.getByRole('button', { name: 'say' }));
    expect(screen.getByRole('status').firstElementChild).not.toBe(first);
  });

  it('disappear after five seconds; errors stay until they are closed', () => {
    const { container } = renderWithLanguage(<Speaker />);
    const notes = (): string[] => [...container.querySelectorAll('.note-words')].map(note => note.textContent ?? '');
    fireEvent.click(screen.getByRole('button', { name: 'note' }));
    fireEvent.click(screen.getByRole('button', { name: 'bad' }));
    expect(notes()).toEqual(['Saved', 'Could not save']);
    act(() => jest.advanceTimersByTime(5000));
    expect(notes()).toEqual(['Could not save']);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(notes()).toEqual([]);
  });
});
