/**
 * Schemas that try to break the screens, in Chromium: names of Object.prototype, markup in texts, an enum of 5,000 values, inputs nested 200 deep,
 * 20,000 types.
 */
import { buildSchema, type GraphQLSchema, graphql } from 'graphql';
import type { Page } from 'playwright-core';
import { busiestTask } from '../../support/browser/busiestTask';
import { type ApiRequest, journeys } from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';
import { goWithin } from '../../support/browser/screenTour';

jest.setTimeout(300_000);

const { startOriel, startApi, open } = journeys();

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>[x](javascript:document.title=3)';
/** Names of inherited properties. GraphQL reserves `__proto__` itself. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'then', 'length', 'name', 'default'];

const prototypeSchema = (): GraphQLSchema =>
  buildSchema(`
    """${MARKUP}"""
    type constructor { id: ID!, ${INHERITED.map(name => `"${MARKUP.replaceAll('"', "'")}" ${name}: String`).join(', ')}, prototype: [toString!] }
    type toString { id: ID!, valueOf: constructor }
    enum hasOwnProperty { constructor toString valueOf }
    input valueOf { constructor: String, toString: hasOwnProperty = valueOf, valueOf: valueOf }
    type Query { constructor(where: valueOf): [constructor!]!, toString(id: ID!): toString, valueOf: [toString!]! }
    type Mutation { constructor(input: valueOf!): constructor, hasOwnProperty(id: ID!): toString }
    type Subscription { toString: constructor }
  `);

/** An enum of 5,000 values and inputs nested 200 levels deep. */
const deepSchema = (): GraphQLSchema =>
  buildSchema(`
    enum Code { ${Array.from({ length: 5000 }, (_, at) => `CODE_${at}`).join(' ')} }
    ${Array.from({ length: 200 }, (_, at) => `input Level${at} { code: Code, next: Level${at + 1}${at % 2 ? '' : '!'} }`).join('\n')}
    input Level200 { code: Code! }
    ${Array.from({ length: 200 }, (_, at) => `type Deep${at} { id: ID!, next: Deep${at + 1}, all: [Deep${at + 1}!]! }`).join('\n')}
    type Deep200 { id: ID! }
    type Query { deeps(where: Level0): [Deep0!]!, deep(id: ID!): Deep0 }
    type Mutation { changeDeep(id: ID!, input: Level0!): Deep0 }
  `);

/** 20,000 types, each with a list of the next. */
const largeSchema = (): GraphQLSchema =>
  buildSchema(`
    ${Array.from({ length: 20_000 }, (_, at) => `type Thing${at} { id: ID!, name: String!, next: Thing${(at + 1) % 20_000} }`).join('\n')}
    type Query { ${Array.from({ length: 500 }, (_, at) => `things${at}: [Thing${at}!]!`).join(' ')} thing(id: ID!): Thing0 }
  `);

const row = (at: number): object => ({
  id: String(at),
  name: MARKUP,
  ...Object.fromEntries(INHERITED.map(name => [name, MARKUP])),
});

/** An API with the schema; every list has two rows. */
async function apiOf(schema: GraphQLSchema): Promise<string> {
  const responses = new Map<string, string>();
  return startApi(async ({ query, variables, operationName }: ApiRequest) => {
    const kept = responses.get(query);
    if (kept && query.includes('__schema')) return { body: kept };
    const result = await graphql({
      schema,
      source: query,
      variableValues: variables,
      operationName,
      fieldResolver: (source: Record<string, unknown> | undefined, _arguments, _context, { returnType, fieldName }) => {
        const type = String(returnType);
        if (type.startsWith('[')) return [row(0), row(1)];
        if (/^(?:ID|String)!?$/.test(type)) return Object.hasOwn(source ?? {}, fieldName) ? source?.[fieldName] : MARKUP;
        return row(2);
      },
      typeResolver: () => undefined,
    });
    const body = JSON.stringify(result);
    if (query.includes('__schema')) responses.set(query, body);
    return { body };
  });
}

/** Opens each screen. Returns the longest task of the page, in ms of processor time. */
async function visitAll(
  page: Page,
  screens: readonly string[],
  ready = 'main h1, main [role="heading"], .query-explorer',
): Promise<number> {
  let most = 0;
  for (const screen of screens) {
    const busy = await busiestTask(page, async () => {
      await goWithin(page, screen);
      await page.locator(ready).first().waitFor();
      await page.waitForLoadState('networkidle');
    });
    most = Math.max(most, busy);
  }
  return most;
}

async function expectUnharmed(page: Page, complaints: readonly string[]): Promise<void> {
  expect(await page.title()).not.toMatch(/^[123]$/);
  expect(await page.locator('main script, main img[src="x"]').count()).toBe(0);
  expect(await page.evaluate(() => Object.keys(Object.prototype).length)).toBe(0);
  expect(await page.getByText('This screen stopped working').count()).toBe(0);
  expect(complaints.filter(complaint => !complaint.includes('was preloaded'))).toEqual([]);
}

it('names of Object.prototype are ordinary names', async () => {
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: await apiOf(prototypeSchema()), ORIEL_WS_ENDPOINT: 'none' });
  const page = await open(`${base}/settings`);
  const complaints = complaintsOf(page);
  await visitAll(page, [
    '/data',
    '/data/constructor',
    '/data/valueOf',
    '/data/constructor/0',
    '/data/toString/0',
    '/actions',
    '/actions/constructor',
    '/actions/hasOwnProperty?id=1',
    '/live',
    '/docs',
    '/docs/constructor',
    '/docs/hasOwnProperty',
    '/docs/valueOf',
    '/query',
    '/wire',
    '/connections',
  ]);
  await expectUnharmed(page, complaints);
});

it('an enum of 5,000 values and inputs nested 200 deep open without freezing the page', async () => {
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: await apiOf(deepSchema()) });
  const page = await open(`${base}/settings`);
  const complaints = complaintsOf(page);
  await visitAll(page, ['/data/deeps', '/actions/changeDeep?id=1', '/docs/Code', '/docs/Deep0', '/docs/Level0', '/query']);
  await expectUnharmed(page, complaints);
});

it('20,000 types: every screen opens within 10 s', async () => {
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: await apiOf(largeSchema()) });
  const page = await open(`${base}/settings`);
  const complaints = complaintsOf(page);
  page.setDefaultTimeout(10_000);
  await visitAll(page, ['/data/things0', '/docs', '/docs/Thing19999', '/query', '/wire', '/connections']);
  await expectUnharmed(page, complaints);
});
