/**
 * All screens of Oriel over the harbour, for journeys that check something on each of them. Navigates within the page, like links, so that
 * a tour is fast.
 */
import type { Page } from 'playwright-core';
import { LOADED } from './journeys';

/** One screen of the tour. */
export interface Stop {
  name: string;
  address: string;
  /** Selector of an element that exists once the screen is shown. */
  ready: string;
  /** Opens something on the screen, independently of the language. */
  open?: (page: Page) => Promise<void>;
  /** Selector of an element that exists once it is open. */
  opened?: string;
}

const press =
  (selector: string, at = 0) =>
  (page: Page) =>
    page
      .locator(selector)
      .nth(at)
      .evaluate(element => (element as HTMLElement).click());
const QUERY = '{ ships(first: 3) { edges { node { id name photo } } } }';

/** Without a table of the feed: it comes last but one, since Wire is about what went before. */
export const STOPS: readonly Stop[] = [
  { name: 'a table', address: '/data/visits?filter=status:is:EXPECTED;cargoTonnes:greater:5', ready: LOADED },
  { name: 'a form of arguments', address: '/data/search', ready: '.data-arguments input, .data-arguments textarea' },
  {
    name: 'selected rows',
    address: '/data/berths',
    ready: LOADED,
    open: press('.data-table-row input', 1),
    opened: '.data-selection',
  },
  { name: 'a filter', address: '/data/ships', ready: LOADED, open: press('.screen-toolbar button'), opened: '.filter-editor' },
  {
    name: 'the columns',
    address: '/data/visits',
    ready: LOADED,
    open: press('.screen-actions > .button:nth-last-of-type(4)'),
    opened: '.columns-shown',
  },
  {
    name: 'an export',
    address: '/data/ships',
    ready: LOADED,
    open: press('.screen-actions > .button:nth-last-of-type(3)'),
    opened: 'dialog[open] .dialog-foot',
  },
  { name: 'an empty table', address: '/data/ships?filter=name:contains:zzzzqq', ready: '.empty-state' },
  { name: 'a drawer', address: '/data/ships?record=Ship:ship-4', ready: '.drawer .record-value' },
  { name: 'a record', address: '/data/ships/ship-4', ready: `.nested ${LOADED}` },
  { name: 'a collection that is none', address: '/data/none', ready: '.empty-state' },
  { name: 'actions', address: '/actions', ready: '.action-entry' },
  { name: 'an action', address: '/actions/bookVisit?input.shipId=ship-4', ready: '.draft-field [role="spinbutton"]' },
  {
    name: 'an action with errors',
    address: '/actions/changeVisit',
    ready: '.draft-field [role="spinbutton"]',
    open: press('main form [type="submit"]'),
    opened: '.field-error',
  },
  { name: 'an action with files', address: '/actions/attachDocuments', ready: '.files-input' },
  { name: 'feeds', address: '/live', ready: '.feed-entry' },
  { name: 'a feed', address: '/live/shipPositions?perSecond=2', ready: '.live-row:not([hidden])' },
  { name: 'connections', address: '/connections', ready: '.connection' },
  {
    name: 'a new connection',
    address: '/connections',
    ready: '.connection',
    open: press('.screen-actions .button-primary'),
    opened: '.connection-form',
  },
  {
    name: 'a query and its result',
    address: `/query?query=${encodeURIComponent(QUERY)}`,
    ready: '.query-explorer [role="treeitem"]',
    open: press('.screen-actions .button-primary'),
    opened: '.query-result .json [role="treeitem"]',
  },
  { name: 'docs', address: '/docs', ready: '.docs-type-list' },
  { name: 'docs of a type, at a field', address: '/docs/Ship/visits', ready: 'article.docs-page' },
  { name: 'a search in docs', address: '/docs?q=ship', ready: '.docs-hits' },
  { name: 'what is deprecated', address: '/docs?view=deprecated', ready: 'main dl.docs-fields, main .empty-state' },
  { name: 'the schema as text', address: '/docs?view=sdl', ready: '.docs-line' },
  { name: 'what changed in the schema', address: '/docs?view=changes', ready: '.docs-notice, main .empty-state' },
  { name: 'settings', address: '/settings', ready: '.settings-samples' },
  { name: 'an address that leads nowhere', address: '/no/such/place', ready: '.empty-state' },
  { name: 'Wire', address: '/wire', ready: '.wire-option', open: press('.wire-option', 2), opened: '.wire-details' },
  { name: 'Find', address: '/settings', ready: '.settings', open: press('.rail-find'), opened: 'dialog[open] [role="option"]' },
  { name: 'Sign in', address: '/settings', ready: '.settings', open: press('.rail-sign-in'), opened: 'dialog[open] input' },
  {
    name: 'the shortcuts',
    address: '/settings',
    ready: '.settings',
    open: page => page.keyboard.press('?'),
    opened: 'dialog[open] .key',
  },
  {
    name: 'the languages',
    address: '/settings',
    ready: '.settings',
    open: press('.status-line button[aria-haspopup]'),
    opened: '[role="menuitemradio"]',
  },
];

/** Navigates within the page, like Back and Forward. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(href => {
    history.pushState(null, '', href);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Goes to every stop and calls `look` there; what was opened is closed again. The page has to be one of the App's. */
export async function tour(page: Page, look: (stop: Stop) => Promise<void>, stops: readonly Stop[] = STOPS): Promise<void> {
  for (const stop of stops) {
    await goWithin(page, stop.address);
    await page.locator(stop.ready).first().waitFor();
    await stop.open?.(page);
    if (stop.opened) await page.locator(stop.opened).first().waitFor();
    await look(stop);
    if (stop.opened) await page.keyboard.press('Escape');
  }
}
