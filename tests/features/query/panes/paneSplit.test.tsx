/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The edge between two panes: keys, pointer, what is folded away, and both reading directions. In a real browser: tests/browser/query.test.ts. */
import { fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { PaneSplit } from '../../../../src/features/query/panes/PaneSplit';
import { createStore } from '../../../../src/lib/store';
import { renderWithLanguage, testLanguage } from '../../../support/testLanguage';

let renders = 0;
function Inside(): ReactNode {
  renders += 1;
  return <button type="button">inside</button>;
}
const INSIDE = <Inside />;

function Panes({ folds = true, direction = 'row' }: { folds?: boolean; direction?: 'row' | 'column' }): ReactNode {
  const [value, setValue] = useState<number | null>(null);
  return (
    <PaneSplit
      className="x"
      label="Size of A"
      direction={direction}
      value={value}
      initial={50}
      least={15}
      folds={folds}
      onChange={setValue}
      first={INSIDE}
      second={<p>second</p>}
    />
  );
}

const edge = () => screen.getByRole('separator', { name: 'Size of A' });
const value = () => Number(edge().getAttribute('aria-valuenow'));
const press = (key: string, more: object = {}) => fireEvent.keyDown(edge(), { key, ...more });

it('moves by arrows within its bounds, folds either pane away with Home and End, and comes back in its last size', () => {
  renderWithLanguage(<Panes />);
  expect([value(), edge().getAttribute('aria-orientation'), edge().tabIndex]).toEqual([50, 'vertical', 0]);
  press('ArrowRight');
  press('ArrowRight', { shiftKey: true });
  expect(value()).toBe(62);
  press('ArrowUp');
  expect(value()).toBe(62);
  for (let turn = 0; turn < 20; turn += 1) press('ArrowLeft', { shiftKey: true });
  expect(value()).toBe(15);
  press('Home');
  expect([value(), edge().parentElement?.classList.contains('pane-split-no-first')]).toEqual([0, true]);
  press('ArrowRight');
  expect(value()).toBe(15);
  press('End');
  expect([value(), edge().parentElement?.classList.contains('pane-split-no-second')]).toEqual([100, true]);
  press('Enter');
  expect(value()).toBe(15);
  press('ArrowRight');
  press('Enter');
  expect(value()).toBe(0);
  press('Enter');
  expect(value()).toBe(17);
  fireEvent.doubleClick(edge());
  expect(value()).toBe(50);
  press('ArrowRight', { ctrlKey: true });
  expect(value()).toBe(50);
});

it('a pane that cannot be folded away keeps its smallest size', () => {
  renderWithLanguage(<Panes folds={false} />);
  press('Home');
  expect(value()).toBe(15);
  press('End');
  expect(value()).toBe(85);
  press('Enter');
  expect(value()).toBe(85);
});

it('follows the reading direction in a row, and not in a column', () => {
  const { language } = renderWithLanguage(<Panes />, createStore(testLanguage('ar')));
  press('ArrowRight');
  expect(value()).toBe(48);
  expect(language.get().direction).toBe('rtl');
});

it('in a column the arrows up and down move it', () => {
  renderWithLanguage(<Panes direction="column" />);
  press('ArrowDown');
  expect([value(), edge().getAttribute('aria-orientation')]).toEqual([52, 'horizontal']);
});

it('is dragged, folds away near an end, and what stands in the panes is not rendered again', () => {
  renderWithLanguage(<Panes />);
  const split = edge().parentElement as HTMLElement;
  split.getBoundingClientRect = () => new DOMRect(100, 0, 1000, 500);
  edge().setPointerCapture = () => {};
  renders = 0;
  // A page without a browser has no pointer events of its own.
  const point = (type: string, clientX: number) => fireEvent(edge(), new MouseEvent(type, { bubbles: true, clientX }));
  const move = (clientX: number) => point('pointermove', clientX);
  point('pointerdown', 600);
  move(400);
  expect(value()).toBe(30);
  expect(renders).toBe(0);
  move(110);
  expect(value()).toBe(0);
  move(700);
  point('pointerup', 700);
  expect(value()).toBe(60);
  move(200);
  expect(value()).toBe(60);
});
