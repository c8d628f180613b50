import { act, fireEvent, screen } from '@testing-library/react';
import { createStore } from '../../../src/lib/store';
import { JsonTree } from '../../../src/ui/json/JsonTree';
import { jsonLines } from '../../../src/ui/json/jsonLines';
import fc from '../../support/fastCheck';
import { renderWithLanguage, testLanguage } from '../../support/testLanguage';

const value = { name: 'Nordlys', visits: [{ id: 1, berth: { id: 'B1' } }], notes: null, big: '12345678901234567890' };
const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });
const lines = (): (string | null)[] => screen.getAllByRole('treeitem').map(item => item.textContent);
const active = (): HTMLElement | null =>
  document.getElementById(screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '');

describe('the lines of a value', () => {
  it('contain only what is expanded', () => {
    expect(jsonLines(value, { depth: 1 }).map(line => [line.depth, line.key])).toEqual([
      [0, null],
      [1, 'name'],
      [1, 'visits'],
      [1, 'notes'],
      [1, 'big'],
    ]);
    expect(jsonLines(value, { depth: 0 })).toHaveLength(1);
    expect(jsonLines(value, { depth: 0, folds: new Map([['', true]]) })).toHaveLength(5);
  });

  it('of any expanded JSON are as many as its values, each with its own path', () => {
    const count = (inner: unknown): number =>
      1 +
      (typeof inner === 'object' && inner !== null
        ? Object.values(inner).reduce((sum: number, child) => sum + count(child), 0)
        : 0);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), any => {
        const all = jsonLines(any, { depth: 100 }).filter(line => !line.piece);
        expect(all).toHaveLength(count(any));
        expect(new Set(all.map(line => line.path)).size).toBe(all.length);
      }),
    );
  });

  it('start collapsed for a list of 50,000 items', () => {
    expect(jsonLines({ rows: Array.from({ length: 50_000 }, (_, id) => ({ id })) })).toHaveLength(2);
  });

  it('split a long expanded text into pieces', () => {
    const long = 'x'.repeat(1000);
    const folded = jsonLines({ long });
    expect(folded[1]).toMatchObject({ size: 7, open: false });
    const pieces = jsonLines({ long }, { folds: new Map([['/long', true]]) }).filter(line => line.piece);
    expect(pieces.map(piece => piece.value).join('')).toBe(long);
  });

  it('distinguish keys that are __proto__ or contain a slash', () => {
    const odd = JSON.parse('{"__proto__": {"x": 1}, "a/b": 1, "a": {"b": 2}}') as unknown;
    expect(jsonLines(odd, { depth: 9 }).map(line => line.path)).toEqual([
      '',
      '/__proto__',
      '/__proto__/x',
      '/a~1b',
      '/a',
      '/a/b',
    ]);
  });
});

describe('the tree', () => {
  it('announces level, position and state of each line', () => {
    renderWithLanguage(<JsonTree value={value} />);
    const [root, name, visits] = screen.getAllByRole('treeitem') as [HTMLElement, HTMLElement, HTMLElement];
    expect([root.getAttribute('aria-level'), root.getAttribute('aria-expanded')]).toEqual(['1', 'true']);
    expect([name.getAttribute('aria-posinset'), name.getAttribute('aria-setsize'), name.hasAttribute('aria-expanded')]).toEqual([
      '1',
      '4',
      false,
    ]);
    expect(visits.getAttribute('aria-expanded')).toBe('true');
    expect(lines()).toContain('notesnull');
  });

  it('runs from left to right in every language, and so do its arrow keys', () => {
    renderWithLanguage(<JsonTree value={value} />, createStore(testLanguage('ar')));
    const tree = screen.getByRole('tree');
    expect(tree.getAttribute('dir')).toBe('ltr');
    act(() => tree.focus());
    press('ArrowLeft');
    expect(active()?.getAttribute('aria-expanded')).toBe('false');
    press('ArrowRight');
    expect(active()?.getAttribute('aria-expanded')).toBe('true');
  });

  it('is navigated and collapsed with the arrow keys', () => {
    renderWithLanguage(<JsonTree value={value} />);
    act(() => screen.getByRole('tree', { name: 'JSON' }).focus());
    press('ArrowDown');
    press('ArrowDown');
    expect(active()?.textContent).toContain('visits');
    press('ArrowRight');
    press('ArrowRight');
    press('ArrowRight');
    expect(active()?.textContent).toContain('id1');
    press('ArrowLeft');
    press('ArrowLeft');
    press('ArrowLeft');
    expect(active()?.textContent).toContain('visits');
    press('ArrowLeft');
    expect(active()?.getAttribute('aria-expanded')).toBe('false');
    expect(lines()).toHaveLength(5);
    press('End');
    expect(active()?.textContent).toContain('big');
    press('Home');
    expect(active()?.getAttribute('aria-level')).toBe('1');
  });

  it('is collapsed by a click', () => {
    renderWithLanguage(<JsonTree value={value} />);
    fireEvent.click(screen.getByText('visits'));
    expect(lines()).toHaveLength(5);
  });

  it('shows any content as text', () => {
    const { container } = renderWithLanguage(<JsonTree value={{ '<b>k</b>': '<img src=x onerror=alert(1)>' }} search="img" />);
    expect(container.querySelector('img, b')).toBeNull();
    expect(container.querySelector('mark')?.textContent).toBe('img');
  });
});
