import { optionNames } from '../../src/server/optionNames';
import { readSettings } from '../../src/server/readSettings';
import type { SettingsError } from '../../src/server/settingsError';

/** The message for settings, as `oriel` says it. */
const messageFor = (options: Record<string, string>, before: Record<string, string> = {}): string => {
  const now = { ...before, ...options };
  try {
    readSettings(now, { dataDir: '.data', logLevel: 'info' });
  } catch (error) {
    const names = new Map<string, string>(optionNames(before, now));
    return (error as SettingsError).messageFor(variable => names.get(variable) ?? variable);
  }
  return '';
};
const ADDRESS = { ORIEL_UPSTREAM: 'https://api.example.com/graphql' };

it.each<[string, Record<string, string>]>([
  ['--ws must be a path', { ORIEL_WS_ENDPOINT: 'ftp://x' }],
  ['--port must be a whole number from 0 to 65535, not "99999".', { PORT: '99999' }],
  ['--header cannot set the header host', { ORIEL_UPSTREAM_HEADERS: '{"Host": "x"}' }],
  ['ADDRESS must be an address with http: or https:', { ORIEL_UPSTREAM: 'http://user:secret@x' }],
])('a message about an option names it: %s', (message, options) => {
  expect(messageFor({ ...ADDRESS, ...options })).toContain(message);
});

it('a message about a variable of the environment names that, unless an option replaced it', () => {
  expect(messageFor(ADDRESS, { ORIEL_WS_ENDPOINT: 'ftp://x' })).toMatch(/^ORIEL_WS_ENDPOINT must be/);
  expect(messageFor({ ...ADDRESS, ORIEL_WS_ENDPOINT: 'ftp://y' }, { ORIEL_WS_ENDPOINT: 'ftp://x' })).toMatch(/^--ws must be/);
  expect(messageFor(ADDRESS, { ORIEL_HTTP_ENDPOINT: '/graphql' })).toMatch(/^ADDRESS cannot be set together with ORIEL_HTTP_/);
  expect(messageFor(ADDRESS, { ORIEL_TRUST_PROXY: 'maybe' })).toMatch(/^ORIEL_TRUST_PROXY must be/);
});
