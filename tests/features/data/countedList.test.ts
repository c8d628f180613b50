/** The outcomes of many rows in one sentence. */
import { countedList, endedWords } from '../../../src/features/data/countedList';
import { createFormats } from '../../../src/i18n/formats';
import { testLanguage } from '../../support/testLanguage';

const words = (counts: Parameters<typeof endedWords>[2]): string =>
  endedWords(testLanguage().text, createFormats('en', 'UTC'), counts);

test('outcomes without rows are left out', () => {
  expect(words({ sent: 12, refused: 1, unknown: 2, open: 3 })).toBe('12 records sent, 1 refused, 2 unknown, and 3 not sent');
  expect(words({ sent: 11, refused: 1, unknown: 0, open: 0 })).toBe('11 records sent and 1 refused');
  expect(words({ sent: 1, refused: 0, unknown: 0, open: 0 })).toBe('1 record sent');
});

test('the first outcome begins with a capital letter', () => {
  const said = countedList(createFormats('ru', 'UTC'), [
    [0, 'Отправлено: 0'],
    [2, 'отклонено: 2'],
    [1, 'неизвестно: 1'],
  ]);
  expect(said).toBe('Отклонено: 2 и неизвестно: 1');
});
