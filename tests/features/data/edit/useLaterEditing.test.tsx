import { act, renderHook } from '@testing-library/react';
import type { TableHandle } from '../../../../src/features/data/edit/tableHandle';
import { useLaterEditing } from '../../../../src/features/data/edit/useLaterEditing';
import type { Session } from '../../../../src/session/connections/session';

const session = {
  connection: { id: 'test' },
  drafts: { read: () => null },
  storage: { getItem: () => null },
} as unknown as Session;

/** A handle that notes the cells it was asked to edit. */
function handleOf(begun: string[], name: string): TableHandle {
  const nothing = (): void => {};
  return {
    begin: (at, columnId) => begun.push(`${name} ${at} ${columnId}`) > 0,
    copy: nothing,
    paste: nothing,
    set: () => {},
    fill: nothing,
    clear: nothing,
  };
}

it('starts an edit once if F2 is pressed again before the table has the handle', () => {
  const begun: string[] = [];
  const { result } = renderHook(() => useLaterEditing(session, 'ships', true));
  const starter = result.current.handle;
  const cell = document.createElement('div');
  act(() => void starter.begin(0, 'tonnage', cell, 'F2'));
  act(() => {
    result.current.onHandle(handleOf(begun, 'first'));
    // The table has not rendered yet.
    starter.begin(0, 'tonnage', cell, 'F2');
  });
  expect(begun).toEqual(['first 0 tonnage', 'first 0 tonnage']);
  // Staging a value gives the table another handle.
  act(() => result.current.onHandle(handleOf(begun, 'second')));
  expect(begun).toHaveLength(2);
});

it('stages all values that were set before the code for it has loaded', () => {
  const staged: unknown[] = [];
  const { result } = renderHook(() => useLaterEditing(session, 'ships', true));
  act(() => {
    result.current.handle.set({ id: 's1' }, 'berth', 'A');
    result.current.handle.set({ id: 's2' }, 'berth', 'B');
  });
  const handle = {
    ...handleOf([], 'first'),
    set: (row: object, id: string, value: unknown) => void staged.push([row, id, value]),
  };
  act(() => result.current.onHandle(handle));
  expect(staged).toEqual([
    [{ id: 's1' }, 'berth', 'A'],
    [{ id: 's2' }, 'berth', 'B'],
  ]);
});

it('keeps the characters that are typed before the code has loaded, and leaves them to the shortcuts', () => {
  const typed: unknown[] = [];
  const { result } = renderHook(() => useLaterEditing(session, 'ships', true));
  const cell = document.createElement('div');
  act(() => {
    for (const key of '12') expect(result.current.handle.begin(0, 'tonnage', cell, { typed: key })).toBe(false);
  });
  const begin: TableHandle['begin'] = (_at, _column, _cell, by) => typed.push(by) > 0;
  act(() => result.current.onHandle({ ...handleOf([], 'first'), begin }));
  expect(typed).toEqual([{ typed: '1' }, { typed: '2' }]);
});

it('opens the record or the link of a cell that Enter cannot edit, once the code has loaded', () => {
  const { result } = renderHook(() => useLaterEditing(session, 'ships', true));
  const clicked: string[] = [];
  const cells = ['plain', 'linked'].map(name => {
    const cell = document.createElement('div');
    cell.addEventListener('click', event => clicked.push(`${name} ${(event.target as HTMLElement).tagName}`));
    return cell;
  });
  const linked = cells[1] as HTMLElement;
  linked.innerHTML = '<a href="#x">x</a>';
  act(() => {
    for (const cell of cells) expect(result.current.handle.begin(0, 'tonnage', cell, 'Enter')).toBe(true);
  });
  expect(clicked).toEqual([]);
  act(() => result.current.onHandle({ ...handleOf([], 'first'), begin: () => false }));
  expect(clicked).toEqual(['plain DIV', 'linked A']);
});

it('leaves Enter to the table where the API has no mutations', () => {
  const { result } = renderHook(() => useLaterEditing(session, 'ships', false));
  act(() => expect(result.current.handle.begin(0, 'tonnage', document.createElement('div'), 'Enter')).toBe(false));
  expect(result.current.isWanted).toBe(false);
});
