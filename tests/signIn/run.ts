/**
 * `npm run sign-in`: uses Oriel in two tabs for SIGN_IN_SECONDS (default 600) with tokens that live for SIGN_IN_TOKEN_SECONDS (default 60), signed in
 * at a real provider, by the page itself and by the gateway (`npm run sign-in -- page` does one of them). The tabs read, write, upload and
 * follow a feed; halfway the provider cannot be reached for a while. Prints figures, and exits with 1 if an operation failed visibly for the
 * user, a mutation ran twice, a feed shows a gap that did not happen, or a token was found where it must not be.
 */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LOADED } from '../support/browser/journeys';
import { openBrowser } from '../support/browser/openBrowser';
import { goWithin } from '../support/browser/screenTour';
import { type IdentityProvider, identityProvider } from '../support/hosting/identityProvider';
import { SERVER, startProcess } from '../support/hosting/startProcess';
import { startStaticHost } from '../support/hosting/staticHost';
import { startTokenApi } from './tokenApi';

const SECONDS = Number(process.env.SIGN_IN_SECONDS ?? 600);
const TOKEN_SECONDS = Number(process.env.SIGN_IN_TOKEN_SECONDS ?? 60);
/** The time limit for an operation or a screen, in milliseconds. */
const STEP_MS = 60_000;

type Kind = 'page' | 'gateway';

/** A running Oriel: its address, its log, and how to end it. */
interface Site {
  base: string;
  /** Address of a screen. */
  at(screen: string): string;
  log(): string;
  end(): Promise<unknown>;
}

/** The page signs in: files of a static host, with the provider in config.json. */
async function staticSite(api: string, issuer: string): Promise<Site> {
  const config = { httpEndpoint: api, openId: { issuer, clientId: 'oriel', keep: 'browser' } };
  const { base, asked, close } = await startStaticHost({ config: JSON.stringify(config) });
  return { base, at: screen => `${base}/#${screen}`, log: () => asked.join('\n'), end: async () => close() };
}

async function gatewaySite(api: string, issuer: string): Promise<Site> {
  const oriel = startProcess(SERVER, {
    PORT: '0',
    ORIEL_UPSTREAM: api,
    ORIEL_OIDC_ISSUER: issuer,
    ORIEL_OIDC_CLIENT_ID: 'oriel',
    ORIEL_SESSION_SECRET: 'a session secret of more than 32 characters',
    ORIEL_LOG_LEVEL: 'trace',
  });
  const [, base = ''] = await oriel.line(/^Oriel is at (http:\S+)$/);
  return { base, at: screen => base + screen, log: () => oriel.stderr() + oriel.stdout(), end: () => oriel.end('SIGKILL') };
}

/** One tab and its faults. */
class Tab {
  readonly page: Page;
  readonly site: Site;
  readonly name: string;
  readonly faults: string[] = [];
  /** URLs of the page and of its requests. */
  readonly addresses: string[] = [];
  done = 0;
  ticks = 0;

  constructor(page: Page, site: Site, name: string) {
    this.page = page;
    this.site = site;
    this.name = name;
    page.on('request', request => this.addresses.push(request.url()));
    page.on('framenavigated', frame => this.addresses.push(frame.url()));
  }

  /** Goes to a screen, within the page. */
  async go(screen: string): Promise<void> {
    const isHash = this.site.at('/').includes('#');
    if (isHash) await this.page.evaluate(to => location.assign(to), `#${screen}`);
    else await goWithin(this.page, screen);
  }

  /** Runs a step that must succeed, and checks the screen for alerts. */
  async step(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.done += 1;
    } catch (error) {
      this.faults.push(`${what}: ${String(error).split('\n', 1)[0]}`);
    }
    const alerts = await this.page.getByRole('alert').allTextContents();
    for (const alert of alerts.filter(Boolean)) this.faults.push(`${what}: the screen says ${alert.slice(0, 200)}`);
  }

  /** All kinds of operations, once. */
  async round(turn: number): Promise<void> {
    const { page, name } = this;
    const main = page.getByRole('main');
    const limit = { timeout: STEP_MS };
    await this.step('read', async () => {
      await this.go(`/data/notes?size=${[10, 25, 50, 100][turn % 4]}`);
      await page.locator(LOADED).first().waitFor(limit);
    });
    await this.step('write', async () => {
      await this.go(`/actions/addNote?text=${name}-note-${turn}`);
      await main.getByRole('button', { name: 'Add note', exact: true }).click(limit);
      await main.getByRole('heading', { name: /^Done/ }).waitFor(limit);
    });
    await this.step('upload', async () => {
      await this.go(`/actions/attachFile?name=${name}-file-${turn}`);
      const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(20_000, 97) };
      await page.setInputFiles('input[type="file"]', file, limit);
      await main.getByRole('button', { name: 'Attach file', exact: true }).click(limit);
      await main.getByRole('heading', { name: /^Done/ }).waitFor(limit);
    });
    await this.step('feed', async () => {
      await this.go('/live/ticks');
      const total = page.locator('[data-total]');
      await total.waitFor(limit);
      const before = this.ticks;
      const end = performance.now() + STEP_MS;
      while (performance.now() < end) {
        this.ticks = Number(await total.getAttribute('data-total'));
        if (this.ticks > before) break;
        await page.waitForTimeout(200);
      }
      if (this.ticks <= before) {
        const status = await page.locator('.feed-status').first().textContent();
        throw new Error(`The feed stays at ${before} events and says ${status}`);
      }
    });
  }

  /** The gaps that the screen shows. */
  gaps(): Promise<string[]> {
    return this.page.locator('.live-row-gap:not([hidden])').allTextContents();
  }

  /** Everything that Wire shows and exports. */
  async wire(): Promise<string> {
    const { page } = this;
    await this.go('/wire');
    await page.getByRole('main').getByRole('button', { name: 'More' }).first().waitFor({ timeout: STEP_MS });
    const texts = [await page.content()];
    for (const item of ['Save as HAR', 'Save as a file for Oriel']) {
      await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
      texts.push(readFileSync(await download.path(), 'utf8'));
    }
    return texts.join('\n');
  }
}

async function signIn(page: Page, site: Site, kind: Kind): Promise<void> {
  await page.goto(site.at('/data/notes'));
  const rail = page.getByRole('navigation', { name: 'Main' });
  if (kind === 'gateway') {
    // The page has to be hydrated before it can be used; links work without it.
    await rail.getByRole('link', { name: 'Sign in', exact: true }).click();
  } else {
    await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
  }
  await page.locator(LOADED).first().waitFor({ timeout: STEP_MS });
}

/** The result of a run. */
interface Outcome {
  figures: Record<string, number | string>;
  faults: string[];
}

async function work(tabs: readonly Tab[], provider: IdentityProvider): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  const half = performance.now() + SECONDS * 500;
  let isInterrupted = false;
  const interrupt = (): void => {
    if (isInterrupted || performance.now() < half) return;
    isInterrupted = true;
    provider.interrupt(Math.min(15_000, TOKEN_SECONDS * 200));
  };
  await Promise.all(
    tabs.map(async tab => {
      for (let turn = 0; performance.now() < end; turn++) {
        interrupt();
        await tab.round(turn);
        await tab.page.waitForTimeout(500);
      }
    }),
  );
}

async function prove(browser: Browser, kind: Kind): Promise<Outcome> {
  const redirectUri = kind === 'page' ? 'http://127.0.0.1/' : 'http://127.0.0.1/sign-in/return';
  const provider = await identityProvider({ redirectUri, accessTokenSeconds: TOKEN_SECONDS });
  const api = await startTokenApi(provider);
  const site = await (kind === 'page' ? staticSite : gatewaySite)(api.url, provider.issuer);
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    acceptDownloads: true,
  });
  try {
    const first = await context.newPage();
    const tabs = [new Tab(first, site, 'first')];
    await signIn(first, site, kind);
    const second = new Tab(await context.newPage(), site, 'second');
    tabs.push(second);
    await second.page.goto(site.at('/data/notes'));
    await second.page.locator(LOADED).first().waitFor({ timeout: STEP_MS });
    await work(tabs, provider);
    const gaps: string[] = [];
    for (const tab of tabs) {
      await tab.go('/live/ticks');
      await tab.page.locator('[data-total]').waitFor({ timeout: STEP_MS });
      gaps.push(...(await tab.gaps()).map(text => `${tab.name} tab, gap in the feed: ${text}`));
    }

    const faults = tabs.flatMap(tab => tab.faults.map(fault => `${tab.name} tab, ${fault}`));
    const twice = [...api.runs].filter(([, count]) => count > 1).map(([text]) => text);
    const places: Record<string, string> = {
      addresses: tabs.flatMap(tab => tab.addresses).join('\n'),
      logs: site.log(),
      wire: '',
    };
    for (const tab of tabs) {
      // A fault in this last check must not lose the figures.
      const shown = await tab.wire().catch(error => {
        faults.push(`${tab.name} tab, Wire: ${String(error).split('\n', 1)[0]}; the page is at ${tab.page.url()}`);
        return '';
      });
      places.wire += shown;
    }
    if (kind === 'gateway')
      places['the browser'] = JSON.stringify(
        await first.evaluate(() => [document.cookie, { ...localStorage }, { ...sessionStorage }]),
      );
    const leaks = Object.entries(places).flatMap(([place, text]) =>
      [...provider.tokens.keys()].filter(token => text.includes(token)).map(() => place),
    );
    const grants = provider.tokenRequests.filter(({ grantType }) => grantType === 'refresh_token');
    const refusedGrants = grants.filter(({ status }) => status !== 200).length;
    return {
      figures: {
        operations: tabs.reduce((sum, tab) => sum + tab.done, 0),
        failed: faults.length,
        mutations: api.runs.size,
        'mutations twice': twice.length,
        'refused by the API (401)': api.counts.refused,
        events: tabs.reduce((sum, tab) => sum + tab.ticks, 0),
        'gaps marked': gaps.length,
        sockets: api.counts.sockets,
        'sockets past expiry': api.counts.socketsWithOldTokens,
        renewals: grants.length,
        'renewals refused': refusedGrants,
        'tokens found': leaks.length,
      },
      faults: [
        ...faults,
        ...twice.map(text => `${text} ran twice`),
        ...new Set(leaks.map(place => `A token is in ${place}`)),
        // A socket that is opened again, with a new token (C4) or after the API has closed it, misses events (C39). There are no other gaps.
        ...(gaps.length > api.counts.sockets - tabs.length ? gaps : []),
        ...(refusedGrants > 0 ? [`${refusedGrants} renewals were refused: a refresh token was used twice`] : []),
      ],
    };
  } finally {
    await context.close();
    await site.end();
    api.close();
    await provider.close();
  }
}

const kinds: readonly Kind[] =
  process.argv[2] === 'page' || process.argv[2] === 'gateway' ? [process.argv[2]] : ['page', 'gateway'];
const browser = await openBrowser();
try {
  for (const kind of kinds) {
    const { figures, faults } = await prove(browser, kind);
    console.log(`\nSigned in by the ${kind}, ${SECONDS} s with tokens of ${TOKEN_SECONDS} s`);
    console.table(figures);
    for (const fault of faults.slice(0, 40)) console.log(`FAULT ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
} finally {
  await browser.close();
}
