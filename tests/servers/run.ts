/**
 * `npm run servers`: real GraphQL servers, each installed once and started on an empty database, with Oriel as the gateway in front of them and
 * used in Chromium. Prints a line for each check and writes the table into tests/servers/README.md. With names on the command
 * line (`npm run servers -- strapi yoga`) only these servers run, and the table is not changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { findCollections } from '../../src/schema/collections/collections';
import { FEATURES, introspectionQuery, NEWEST_LEVEL, readIntrospection } from '../../src/schema/model/introspection';
import type { SchemaModel } from '../../src/schema/model/schemaModel';
import { complaintsOf, openBrowser } from '../support/browser/openBrowser';
import { startPostgres } from '../support/harbour/postgresServer';
import { SERVER, startProcess } from '../support/hosting/startProcess';
import { CHECKS, type Visit } from './checks';
import { type RunningSubject, startSubject } from './startSubject';
import { SUBJECTS, type Subject } from './subjects';

const README = 'tests/servers/README.md';
const TABLE = '<!-- table -->\n';
const wanted = process.argv.slice(2);

/** One row of the table: the result of each check. */
type Results = Map<string, { ok: boolean; words: string }>;

async function look(subject: Subject, running: RunningSubject): Promise<Results> {
  const results: Results = new Map();
  const oriel = startProcess(SERVER, {
    PORT: '0',
    ORIEL_LOG_LEVEL: 'silent',
    ORIEL_UPSTREAM: running.endpoint,
    ORIEL_NAME: subject.folder,
    ...(subject.headers ? { ORIEL_UPSTREAM_HEADERS: JSON.stringify(subject.headers) } : {}),
  });
  const [, base = ''] = await oriel.line(/^Oriel is at (http:\S+)$/);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, locale: 'en-GB', timezoneId: 'UTC' });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${base}/settings`);
    await page.locator('.settings').first().waitFor();
    const visit: Visit = {
      page,
      base,
      subject,
      running,
      token: '',
      collections: () => collectionsOf(page, base),
    };
    for (const check of CHECKS) {
      if (check.isLeftOut?.(subject)) continue;
      try {
        results.set(check.name, { ok: true, words: await check.run(visit) });
      } catch (error) {
        results.set(check.name, {
          ok: false,
          words:
            String((error as Error).message)
              .split('\n')[0]
              ?.slice(0, 900) ?? '',
        });
        if (process.env.SERVERS_SCREENSHOTS)
          await page.screenshot({ path: `${process.env.SERVERS_SCREENSHOTS}/${subject.folder}-${check.name}.png` });
      }
      const { ok, words } = results.get(check.name) ?? { ok: false, words: '' };
      process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${subject.folder} ${check.name}: ${words}\n`);
      if (check.name === 'Sign in') visit.token = await page.evaluate(() => localStorage.getItem('apollo-token') ?? '');
    }
    const grave = complaints.filter(text => !text.includes('was preloaded') && !text.includes('Failed to load resource'));
    if (grave.length > 0) process.stdout.write(`the page complained: ${[...new Set(grave)].slice(0, 5).join(' | ')}\n`);
  } finally {
    await browser.close();
    await oriel.end('SIGKILL');
  }
  return results;
}

/** The collections that Oriel recognises in the schema, as the page reads it with its token. */
async function collectionsOf(page: Page, base: string): Promise<{ id: string; isAsking: boolean }[]> {
  const token = await page.evaluate(() => localStorage.getItem('apollo-token') ?? '');
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const ask = async (level: number): Promise<SchemaModel> => {
    const response = await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query: introspectionQuery(level) }),
    });
    return readIntrospection(await response.json());
  };
  const model = await ask(NEWEST_LEVEL).catch(() => ask(NEWEST_LEVEL - FEATURES.oneOf));
  return findCollections(model)
    .filter(({ alternateOf }) => alternateOf === null)
    .map(({ id, mustFill }) => ({ id, isAsking: mustFill.length > 0 }));
}

const rows: string[] = [];
const failures: string[] = [];
for (const subject of SUBJECTS) {
  if (wanted.length > 0 && !wanted.includes(subject.folder)) continue;
  process.stdout.write(`\n${subject.name}\n`);
  const postgres = subject.needsDatabase ? await startPostgres() : null;
  let running: RunningSubject | null = null;
  try {
    running = await startSubject(subject, postgres?.url ?? '');
    const results = await look(subject, running);
    const of = (name: string): string => {
      const result = results.get(name);
      if (!result) return '–';
      if (!result.ok) failures.push(`${subject.name}, ${name}: ${result.words}`);
      return (result.ok ? result.words : `**no**: ${result.words}`).replaceAll('|', '\\|');
    };
    rows.push(`| ${[subject.name, ...CHECKS.map(({ name }) => of(name))].join(' | ')} |`);
  } catch (error) {
    failures.push(`${subject.name}: ${(error as Error).message}`);
    rows.push(`| ${subject.name} | did not start |${' |'.repeat(CHECKS.length - 1)}`);
  } finally {
    await running?.stop();
    await postgres?.dispose();
  }
}
if (wanted.length === 0) {
  const heads = ['Server', ...CHECKS.map(({ name }) => name)];
  const made = `| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}\n${rows.join('\n')}\n`;
  const text = readFileSync(README, 'utf8');
  const start = text.indexOf(TABLE) + TABLE.length;
  const end = text.indexOf('<!-- end -->');
  writeFileSync(README, `${text.slice(0, start)}${made}${text.slice(end)}`);
}
if (failures.length > 0) {
  process.stdout.write(`\n${failures.length} failed:\n${failures.join('\n')}\n`);
  process.exitCode = 1;
}
