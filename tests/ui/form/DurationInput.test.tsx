/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Durations: entered in days, hours, minutes and seconds, sent as ISO 8601. */
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { DurationInput } from '../../../src/ui/form/DurationInput';
import { renderWithLanguage } from '../../support/testLanguage';

let value = '';
function Held({ start, placeholder }: { start: string; placeholder?: string }) {
  const [held, setHeld] = useState(start);
  value = held;
  return <DurationInput id="x" label="Delivery" value={held} onChange={setHeld} disabled={false} placeholder={placeholder} />;
}
const type = (unit: string, text: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name: unit }), { target: { value: text } });
const shown = (): string[] => screen.getAllByRole('textbox').map(box => (box as HTMLInputElement).value);

it('combines its parts, and is empty when they are empty', () => {
  renderWithLanguage(<Held start="" />);
  type('hour', '1');
  expect(value).toBe('PT1H');
  type('day', '2');
  type('minute', '30');
  expect(value).toBe('P2DT1H30M');
  type('hour', '');
  expect(value).toBe('P2DT30M');
  type('minute', '');
  type('day', '1 week');
  expect(value).toBe('P1D');
  type('day', '');
  expect(value).toBe('');
});

it('splits a duration into its parts', () => {
  renderWithLanguage(<Held start="P3DT12H5S" />);
  expect(shown()).toEqual(['3', '12', '', '5']);
});

it.each(['P1M', 'P2W', 'PT1.5S', '-PT1H', '1 hour'])('keeps other notations as text: %s', text => {
  renderWithLanguage(<Held start={text} />);
  expect(shown()).toEqual([text]);
});

it('shows the default while nothing is entered', () => {
  renderWithLanguage(<Held start="" placeholder="Default: P2D" />);
  expect(screen.getByText('Default: P2D')).toBeTruthy();
  type('day', '1');
  expect(screen.queryByText('Default: P2D')).toBeNull();
});
