/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The splitter between two panes: keys, pointer, collapsed panes, and both text directions. In a real browser: tests/browser/query.test.ts. */
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

it('moves with the arrow keys within its limits, collapses a pane with Home and End, and restores the last size', () => {
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

it('a pane that cannot be collapsed keeps its minimum size', () => {
  renderWithLanguage(<Panes folds={false} />);
  press('Home');
  expect(value()).toBe(15);
  press('End');
  expect(value()).toBe(85);
  press('Enter');
  expect(value()).toBe(85);
});

it('a row follows the text direction', () => {
  const { language } = renderWithLanguage(<Panes />, createStore(testLanguage('ar')));
  press('ArrowRight');
  expect(value()).toBe(48);
  expect(language.get().direction).toBe('rtl');
});

it('the up and down arrow keys move it in a column', () => {
  renderWithLanguage(<Panes direction="column" />);
  press('ArrowDown');
  expect([value(), edge().getAttribute('aria-orientation')]).toEqual([52, 'horizontal']);
});

it('can be dragged, collapses a pane near an end, and does not render the panes again', () => {
  renderWithLanguage(<Panes />);
  const split = edge().parentElement as HTMLElement;
  split.getBoundingClientRect = () => new DOMRect(100, 0, 1000, 500);
  edge().setPointerCapture = () => {};
  renders = 0;
  // jsdom has no pointer events.
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
