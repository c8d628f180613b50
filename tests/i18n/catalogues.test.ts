/**
 * The texts of all languages, compared with the English ones. Checks what the type checker cannot: arguments, plural forms, unused texts,
 * untranslated texts. `npm run check:texts` runs this file alone, `-t "de:"` one language.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue } from '../../src/i18n/catalogue';
import { english } from '../../src/i18n/english';
import { directionOf, LANGUAGE_TAGS, type LanguageTag } from '../../src/i18n/languages';
import { messageShape } from '../support/messageShape';
import { sourceNames } from '../support/sourceFiles';

const TAGS = LANGUAGE_TAGS.filter(tag => tag !== 'en');

const flatten = (catalogue: object): Map<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([area, texts]) =>
      Object.entries(texts as Record<string, string>).map(([key, text]): [string, string] => [`${area}.${key}`, text]),
    ),
  );
const source = flatten(english);

async function catalogueOf(tag: LanguageTag): Promise<Map<string, string>> {
  const file = (await import(`../../src/i18n/catalogues/${tag}`)) as { catalogue: Catalogue };
  return flatten(file.catalogue);
}

/** The plural forms of whole numbers in a language, which a text must have. */
function formsOf(tag: string): string[] {
  const rules = new Intl.PluralRules(tag);
  const forms = new Set(['other']);
  for (let count = 0; count <= 200; count++) forms.add(rules.select(count));
  return [...forms];
}

/** The problems of a text in a language, in words; [] if there are none. */
function faultsOf(tag: string, message: string, model: string): string[] {
  let shape: ReturnType<typeof messageShape>;
  try {
    shape = messageShape(message);
  } catch (error) {
    return [`is broken: ${(error as Error).message.split('\n')[0]}`];
  }
  const wanted = messageShape(model);
  const faults: string[] = [];
  // A plural may show the number by another argument, {count}: both have a value.
  const names = (needs: readonly string[]): Set<string> => new Set(needs.map(need => need.split(' ')[0] ?? ''));
  for (const name of names(wanted.needs)) if (!names(shape.needs).has(name)) faults.push(`leaves out {${name}}`);
  for (const name of names(shape.needs)) if (!names(wanted.needs).has(name)) faults.push(`has an unknown {${name}}`);
  const allowed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories as readonly string[];
  for (const { name, type, cases } of shape.choices) {
    const models = wanted.choices.filter(choice => choice.name === name && choice.type === type);
    if (models.length === 0) faults.push(`chooses by {${name}} as ${type}, English does not`);
    else if (type === 'plural') {
      for (const form of formsOf(tag)) if (!cases.includes(form)) faults.push(`{${name}} lacks the plural form ${form}`);
      for (const form of cases)
        if (!form.startsWith('=') && !allowed.includes(form))
          faults.push(`{${name}} has the form ${form}, unknown to this language`);
    } else if (!models.some(choice => [...choice.cases].sort().join() === [...cases].sort().join()))
      faults.push(`{${name}} has the cases ${cases.join()}, English ${models.map(choice => choice.cases.join()).join(' or ')}`);
  }
  for (const choice of wanted.choices)
    if (!shape.choices.some(({ name, type }) => name === choice.name && type === choice.type))
      faults.push(`does not choose by {${choice.name}} as English does`);
  return faults;
}

/** Words of a text, without its arguments. */
const words = (message: string): string[] => messageShape(message).said.match(/\p{L}{3,}/gu) ?? [];

it('every language of the switch has a file, and there is no other file', () => {
  const files = readdirSync(path.resolve('src/i18n/catalogues')).filter(name => name.endsWith('.ts'));
  expect(files.map(name => name.slice(0, -'.ts'.length)).sort()).toEqual([...TAGS].sort());
});

it('en: every text is valid, and has the plural forms of English', () => {
  expect([...source].flatMap(([key, text]) => faultsOf('en', text, text).map(fault => `${key} ${fault}`))).toEqual([]);
});

it('en: every text is used', () => {
  const code = sourceNames('src')
    .filter(name => !name.startsWith('src/i18n/english') && !name.startsWith('src/i18n/catalogues'))
    .map(name => readFileSync(name, 'utf8'))
    .join('\n');
  const literals = new Set(Array.from(code.matchAll(/(?<=')[\w.]+(?=')/g), ([literal]) => literal));
  // Code may append a name to its area.
  const areas = new Set(Array.from(code.matchAll(/(?<=`)\w+(?=\.\$\{)/g), ([area]) => area));
  const unsaid = [...source.keys()].filter(key => {
    const [area = '', name = ''] = key.split('.');
    return !literals.has(key) && !(areas.has(area) && literals.has(name));
  });
  expect(unsaid).toEqual([]);
});

for (const tag of TAGS)
  describe(`${tag}:`, () => {
    it('has the same texts as English', async () => {
      expect([...(await catalogueOf(tag)).keys()].sort()).toEqual([...source.keys()].sort());
    });

    it('uses the arguments of the English texts, with its own plural forms', async () => {
      const own = await catalogueOf(tag);
      expect(
        [...own].flatMap(([key, text]) => faultsOf(tag, text, source.get(key) ?? '').map(fault => `${key} ${fault}: ${text}`)),
      ).toEqual([]);
    });

    it('is translated: no sentence is in English, and no text is empty or has space around it', async () => {
      const own = await catalogueOf(tag);
      const left = [...own].filter(([key, text]) => text === source.get(key) && words(text).length > 2);
      expect(left).toEqual([]);
      expect([...own].filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
    });

    it('contains no invisible direction marks, because the page sets the direction', async () => {
      const marked = [...(await catalogueOf(tag))].filter(([, text]) => /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text));
      expect(marked).toEqual([]);
      expect(['ltr', 'rtl']).toContain(directionOf(tag));
    });
  });
