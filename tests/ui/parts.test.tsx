import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { createStore } from '../../src/lib/store';
import { FailureState } from '../../src/parts/FailureState';
import type { Failure } from '../../src/transport/observe/failure';
import { useAnnounce } from '../../src/ui/frame/Announcer';
import { Dialog } from '../../src/ui/frame/Dialog';
import { Drawer } from '../../src/ui/frame/Drawer';
import { Menu } from '../../src/ui/frame/menu/Menu';
import { Popover } from '../../src/ui/frame/menu/Popover';
import { ProgressBar } from '../../src/ui/frame/ProgressBar';
import { ScreenFrame } from '../../src/ui/frame/ScreenFrame';
import { Tabs } from '../../src/ui/frame/Tabs';
import { Button, IconButton } from '../../src/ui/inputs/Button';
import { Field, FieldGroup } from '../../src/ui/inputs/Field';
import { SearchInput } from '../../src/ui/inputs/SearchInput';
import { Checkbox, RadioGroup, Segments, Select } from '../../src/ui/inputs/Select';
import { TextInput } from '../../src/ui/inputs/TextInput';
import { CopyButton } from '../../src/ui/text/CopyButton';
import { LongText, ShortText } from '../../src/ui/text/LongText';
import { Dash, Pill, Tick } from '../../src/ui/text/Pill';
import { SafeLink, safeAddress } from '../../src/ui/text/SafeLink';
import { useReadable } from '../../src/ui/useReadable';
import { renderWithLanguage, testLanguage } from '../support/testLanguage';

const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = (): string | null | undefined => document.activeElement?.textContent;

describe('a button', () => {
  it('is disabled while it is busy, and announces it', () => {
    const onClick = jest.fn();
    renderWithLanguage(
      <Button busy onClick={onClick}>
        Send
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Send' });
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  it('has a name if it shows only an icon, and does not submit a form by default', () => {
    renderWithLanguage(<IconButton icon="close" label="Close" />);
    expect(screen.getByRole('button', { name: 'Close' }).getAttribute('type')).toBe('button');
  });
});

describe('a field', () => {
  it('connects label, help and error with its control', () => {
    renderWithLanguage(
      <Field label="Length" help="In metres" error="Too long" required>
        {control => <TextInput {...control} value="1" onChange={() => {}} />}
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Length' });
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent);
    expect(described).toEqual(['Too long', 'In metres']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });

  it('has no description without help and error', () => {
    renderWithLanguage(<Field label="Name">{control => <TextInput {...control} value="" onChange={() => {}} />}</Field>);
    const input = screen.getByRole('textbox', { name: 'Name' });
    expect([input.hasAttribute('aria-describedby'), input.hasAttribute('aria-invalid')]).toEqual([false, false]);
  });

  it('is a named group for several controls', () => {
    renderWithLanguage(
      <FieldGroup label="Flag" error="Choose one">
        <RadioGroup value={null} onChange={() => {}} options={[{ value: 'no', label: 'Norway' }]} />
      </FieldGroup>,
    );
    expect(screen.getByRole('group', { name: 'Flag' })).toBeTruthy();
    expect(screen.getByText('Choose one')).toBeTruthy();
  });
});

describe('choices', () => {
  it('report the chosen value', () => {
    const chosen = jest.fn();
    renderWithLanguage(
      <>
        <Select
          aria-label="Type"
          value="a"
          onChange={chosen}
          options={[
            { value: 'a', label: 'A' },
            { value: 'b', label: 'B', group: 'More' },
          ]}
        />
        <Segments
          label="Theme"
          value="dark"
          onChange={chosen}
          options={[
            { value: 'light', label: 'Light', icon: 'sun' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <Checkbox label="Persist" checked={false} onChange={chosen} />
      </>,
    );
    fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'b' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Light' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Persist' }));
    expect(chosen.mock.calls).toEqual([['b'], ['light'], [true]]);
    expect(screen.getByRole('group', { name: 'More' })).toBeTruthy();
  });

  it('show a mixed checkbox if a part of a group is chosen', () => {
    renderWithLanguage(<Checkbox label="All" checked={false} mixed onChange={() => {}} />);
    expect((screen.getByRole('checkbox') as HTMLInputElement).indeterminate).toBe(true);
  });
});

describe('the search box', () => {
  it('is cleared by Esc, which has its usual effect only when the box is empty', () => {
    const onChange = jest.fn();
    const outer = jest.fn();
    const { rerender } = renderWithLanguage(
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens
      <div onKeyDown={outer}>
        <SearchInput label="Search" value="ab" onChange={onChange} />
      </div>,
    );
    fireEvent.keyDown(screen.getByRole('searchbox', { name: 'Search' }), { key: 'Escape' });
    expect(onChange).toHaveBeenCalledWith('');
    expect(outer).not.toHaveBeenCalled();
    rerender(
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens
      <div onKeyDown={outer}>
        <SearchInput label="Search" value="" onChange={onChange} />
      </div>,
    );
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' });
    expect(outer).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

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

describe('links from a server', () => {
  it.each(['https://a.example/x', 'http://a.example', 'mailto:a@b.example'])('%s may be followed', address => {
    expect(safeAddress(address)).not.toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    '/relative',
    'ftp://a.example',
    '',
  ])('%j is text', address => {
    expect(safeAddress(address)).toBeNull();
    const { container } = renderWithLanguage(<SafeLink address={address} />);
    expect(container.querySelector('a')).toBeNull();
    expect(container.textContent).toBe(address);
  });

  it('open in a new tab without access to the page', () => {
    renderWithLanguage(<SafeLink address="https://a.example/x" />);
    const link = screen.getByRole('link');
    expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['noopener noreferrer nofollow', '_blank']);
    expect(link.textContent).toContain('a.example/x');
  });
});

describe('values', () => {
  it('yes, no and null are announced in words by screen readers', () => {
    renderWithLanguage(
      <>
        <Tick value />
        <Tick value={false} />
        <Dash />
        <Pill tone="ok">Moored</Pill>
      </>,
    );
    expect(screen.getAllByRole('img').map(image => image.getAttribute('aria-label'))).toEqual(['yes', 'no', 'none']);
    expect(screen.getByText('Moored')).toBeTruthy();
  });

  it('a text of 5 MB is rendered in part until the user wants more', () => {
    const { container } = renderWithLanguage(<LongText>{'x'.repeat(5_000_000)}</LongText>);
    expect(container.textContent?.length).toBeLessThan(3000);
    fireEvent.click(screen.getByRole('button', { name: 'more' }));
    expect(container.textContent?.length).toBeGreaterThan(40_000);
    expect(container.textContent?.length).toBeLessThan(60_000);
    fireEvent.click(screen.getByRole('button', { name: 'less' }));
    expect(container.textContent?.length).toBeLessThan(3000);
  });

  it('a text in a cell is one line, with the search matches marked', () => {
    const { container } = renderWithLanguage(<ShortText search="SHIP">{`a\nship\t${'y'.repeat(1000)}`}</ShortText>);
    expect(container.querySelector('mark')?.textContent).toBe('ship');
    expect(container.textContent).toMatch(/^a ship y+…$/);
    expect(container.textContent?.length).toBeLessThan(310);
  });

  it('progress shows its share, or that it is unknown', () => {
    renderWithLanguage(
      <>
        <ProgressBar label="Sending" share={0.43} />
        <ProgressBar label="Working" share={null} />
      </>,
    );
    const [sending, working] = screen.getAllByRole('progressbar') as [HTMLElement, HTMLElement];
    expect([sending.getAttribute('aria-valuenow'), sending.getAttribute('aria-valuetext')]).toEqual(['43', '43%']);
    expect(working.hasAttribute('aria-valuenow')).toBe(false);
  });
});

describe('a failure', () => {
  const failures: [Failure, RegExp][] = [
    [{ tag: 'network', message: 'fetch failed' }, /cannot be reached/],
    [{ tag: 'network', message: 'terminated', broke: { status: 200 } }, /cut off.*status 200/],
    [{ tag: 'http', message: 'x', status: 500, errors: [] }, /status 500/],
    [{ tag: 'http', message: 'x', status: 503, errors: [] }, /cannot be reached.*status 503/],
    [{ tag: 'parse', message: 'x', status: 502, bodyText: 'Bad Gateway' }, /cannot be reached.*status 502/],
    [{ tag: 'parse', message: 'x', status: 200, bodyText: '<h1>Hello</h1>' }, /not GraphQL/],
    [
      { tag: 'parse', message: 'x', status: 404, bodyText: '\n<!DOCTYPE html><title>Not found</title>' },
      /^The endpoint cannot be reached.*\/graphql returned a web page \(status 404\)/,
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
    expect(said('https://api.example/graphql')).toMatch(/read answers of api\.example if that server allows http:\/\/localhost/);
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

describe('copying', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

  it('copies the raw value and confirms it', async () => {
    const writeText = jest.fn(async () => {});
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    renderWithLanguage(<CopyButton value={() => '12.500'} />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'));
    expect(writeText.mock.calls).toEqual([['12.500']]);
  });

  it('reports that copying failed', async () => {
    const { container } = renderWithLanguage(<CopyButton value="x" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(container.querySelector('.note-words')?.textContent).toBe('Could not copy'));
  });
});

describe('useReadable', () => {
  it('renders again when the value changes, and unsubscribes when it unmounts', () => {
    const store = createStore(1);
    let renders = 0;
    // biome-ignore lint/correctness/noComponentHookFactories: made once, for the store of this test
    function Shown(): React.ReactNode {
      renders++;
      return useReadable(store);
    }
    const { container, unmount } = render(<Shown />);
    act(() => store.set(2));
    expect(container.textContent).toBe('2');
    const before = renders;
    act(() => store.set(2));
    expect(renders).toBe(before);
    unmount();
    store.set(3);
    expect(renders).toBe(before);
  });
});
