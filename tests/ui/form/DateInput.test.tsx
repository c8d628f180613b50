/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Date fields: what goes in and out is ISO 8601, what is shown follows the language and the zone. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { english } from '../../../src/i18n/english';
import { LanguageProvider } from '../../../src/i18n/LanguageProvider';
import { createLanguageStore } from '../../../src/i18n/languageStore';
import { DateInput, type DateInputProps } from '../../../src/ui/form/DateInput';

let value = '';
function Held({ kind, start }: { kind: DateInputProps['kind']; start: string }) {
  const [held, setHeld] = useState(start);
  value = held;
  return (
    <DateInput id="x" kind={kind} value={held} onChange={setHeld} disabled={false} placeholder={undefined} label="Arrival" />
  );
}
function show(kind: DateInputProps['kind'], start: string, locale = 'en-GB', timeZone = 'UTC') {
  const language = createLanguageStore({ english, timeZone, wishes: [locale], load: async () => undefined });
  render(
    <LanguageProvider language={language.current}>
      <Held kind={kind} start={start} />
    </LanguageProvider>,
  );
}
const parts = (): string[] => screen.getAllByRole('spinbutton').map(part => part.textContent ?? '');
const step = (name: RegExp, key: 'ArrowUp' | 'ArrowDown'): void => {
  const part = screen.getByRole('spinbutton', { name });
  act(() => part.focus());
  fireEvent.keyDown(part, { key });
};

it('changes a date with the arrow keys, and keeps its format', () => {
  show('date', '2026-03-15');
  expect(parts()).toEqual(['15', '03', '2026']);
  step(/month/, 'ArrowUp');
  expect(value).toBe('2026-04-15');
});

it('shows an instant in the time zone of the user, and sends it in UTC', () => {
  show('dateTime', '2026-03-31T22:30:00Z', 'en-GB', 'Asia/Tokyo');
  expect(parts().slice(0, 5)).toEqual(['01', '04', '2026', '07', '30']);
  step(/hour/, 'ArrowUp');
  expect(value).toBe('2026-03-31T23:30:00.000Z');
});

it('keeps a date and time without a time zone as it is', () => {
  show('localDateTime', '2026-03-31T22:30:00');
  step(/minute/, 'ArrowUp');
  expect(value).toBe('2026-03-31T22:31:00');
});

it('edits a time', () => {
  show('time', '09:05:00');
  step(/hour/, 'ArrowDown');
  expect(value).toBe('08:05:00');
});

it('changes the day in the calendar, and keeps the time', () => {
  show('dateTime', '2026-03-31T22:30:00Z');
  fireEvent.click(screen.getByRole('button', { name: 'Choose a date' }));
  fireEvent.click(screen.getByRole('button', { name: /Thursday.*5 March 2026/ }));
  expect(value).toBe('2026-03-05T22:30:00.000Z');
});

it('shows an invalid date as text, so that it can be corrected', () => {
  show('dateTime', 'soon');
  const field = screen.getByRole('textbox');
  expect(field).toHaveProperty('value', 'soon');
  fireEvent.change(field, { target: { value: '2026-03-31T22:30:00Z' } });
  expect(parts().slice(0, 3)).toEqual(['31', '03', '2026']);
});
