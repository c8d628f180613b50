/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The list of shortcuts against the keys that the code binds. */
import { readFileSync } from 'node:fs';
import { lintKeymap } from '@codemirror/lint';
import { screen } from '@testing-library/react';
import ShortcutsDialog from '../../../src/app/shell/ShortcutsDialog';
import { GO_KEYS } from '../../../src/app/shell/useShortcuts';
import { firstEnglish } from '../../../src/i18n/firstEnglish';
import { createLanguage } from '../../../src/i18n/language';
import { createStore } from '../../../src/lib/store';
import { renderWithLanguage } from '../../support/testLanguage';

it('lists every command of the document and every screen that has a key', () => {
  renderWithLanguage(<ShortcutsDialog onClose={() => undefined} />);
  const listed = [...screen.getByRole('dialog').querySelectorAll('dd')].map(keys =>
    [...keys.querySelectorAll('kbd')].map(key => key.textContent?.toLowerCase()).join('-'),
  );
  for (const letter of Object.keys(GO_KEYS)) expect(listed).toContain(`g-${letter}`);
  const source = readFileSync('src/features/query/editor/graphqlSupport.ts', 'utf8');
  const keysOf = new Map<string, string[]>();
  for (const [, key = '', command = ''] of source.matchAll(/\{ key: '([^']+)', run: (?:view => )?(\w+)/g))
    keysOf.set(command, [...(keysOf.get(command) ?? []), key.toLowerCase().replace('mod', 'ctrl')]);
  expect(keysOf.size).toBeGreaterThan(3);
  for (const keys of keysOf.values()) expect(listed.filter(each => keys.includes(each))).not.toEqual([]);
  const problems = lintKeymap.flatMap(({ key = '' }) => key.toLowerCase());
  expect(listed.filter(each => problems.includes(each))).toEqual(['f8']);
});

it('has all its texts on every screen, also before Query was opened', () => {
  const language = createStore(createLanguage({ tag: 'en', english: firstEnglish, timeZone: 'UTC' }));
  renderWithLanguage(<ShortcutsDialog onClose={() => undefined} />, language);
  const texts = [...screen.getByRole('dialog').querySelectorAll('dt')].map(({ textContent }) => textContent);
  expect(texts).toContain('Save to *.graphql');
  expect(texts.filter(text => /^\w+\.\w+$/.test(text ?? ''))).toEqual([]);
});

it('lists the keys that move cards of a board and entries of a calendar', () => {
  renderWithLanguage(<ShortcutsDialog onClose={() => undefined} />);
  const group = screen.getByRole('heading', { name: 'Board and Calendar' }).closest('section');
  expect([...(group?.querySelectorAll('kbd') ?? [])].map(key => key.textContent)).toEqual(['Ctrl', '←', '→', '↑', '↓']);
  expect(group?.querySelector('dt')?.textContent).toBe('Move to');
});
