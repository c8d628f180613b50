import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

const loader = require('../../src/i18n/messageLoader.cjs') as (this: { resourcePath: string }, source: string) => string;
const file = path.resolve(__dirname, '../../src/i18n/english/ui.ts');

/** The exports of the loader's output. */
function exportsOf(code: string): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    [...code.matchAll(/^export const (\w+) = (.*);$/gm)].map(([, name, json]) => [
      name ?? '',
      JSON.parse(json ?? 'null') as Record<string, unknown>,
    ]),
  );
}

describe('the loader of texts', () => {
  it('replaces messages by token lists', () => {
    const { ui } = exportsOf(loader.call({ resourcePath: file }, readFileSync(file, 'utf8')));
    expect(ui?.close).toBe('Close');
    expect(ui?.rowsLoaded).toEqual(compileMessageOrThrow('{count, plural, one {# row} other {# rows}}'));
  });

  it('names the file and the key of a broken message', () => {
    const source = "export const ui = { bad: '{count, plural, one {#}' } as const;";
    expect(() => loader.call({ resourcePath: '/somewhere/ui.ts' }, source)).toThrow(/ui\.ts: ui\.bad: /);
  });

  it('refuses a file of texts that imports something', () => {
    const source = "import { x } from './x';\nexport const ui = { a: x };";
    expect(() => loader.call({ resourcePath: '/somewhere/ui.ts' }, source)).toThrow(/must not import \.\/x/);
  });
});
