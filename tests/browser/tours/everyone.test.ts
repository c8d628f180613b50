/** Accessibility: forced colours, and Chromium's accessibility tree. Every screen with axe is in `tours/`. */
import type { Page } from 'playwright-core';
import { eventually, journeys, LOADED, takenOver } from '../../support/browser/journeys';
import { goWithin } from '../../support/browser/screenTour';

jest.setTimeout(240_000);

const { startOriel, open: openPage } = journeys();
let harbour: string;
beforeAll(async () => {
  harbour = (await startOriel()).base;
});
/** A hydrated page without animations: colours differ during a fade-in. */
async function open(options = {}): Promise<Page> {
  const page = await openPage(`${harbour}/data/ships`, { reducedMotion: 'reduce', ...options });
  await takenOver(page);
  return page;
}

describe('with forced colours', () => {
  it('selected, open, checked and focused elements are marked by more than their background', async () => {
    const page = await open({ forcedColors: 'active', colorScheme: 'dark' });
    const outlineOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(element => getComputedStyle(element).outlineStyle);
    expect(await outlineOf('.rail-link[aria-current]')).toBe('solid');
    await page.locator('.data-table-row input').nth(2).click();
    await page.locator(LOADED).first().click();
    await page.locator('.drawer .record-value').first().waitFor();
    expect(await outlineOf('.data-table-row-selected')).toBe('solid');
    expect(await outlineOf('.data-table-row-open')).toBe('solid');
    await page.locator(LOADED).nth(3).focus();
    await page.keyboard.press('ArrowRight');
    expect(await outlineOf('.data-table-cell:focus')).toBe('solid');

    await goWithin(page, '/actions/bookVisit');
    await page.locator('[role="spinbutton"]').first().focus();
    expect(await outlineOf('.date-segment:focus')).toBe('solid');
    expect(await outlineOf('.segment:has(:checked)')).toBe('solid');

    await goWithin(page, `/query?query=${encodeURIComponent('{ ships { edges { node { id } } } }')}`);
    await page.locator('.explorer-row-on').first().waitFor();
    // No tick at all, not one in the background colour.
    expect(await page.locator('.explorer-row-on > .explorer-box > *').count()).toBeGreaterThan(0);
    expect(await page.locator('.explorer-row:not(.explorer-row-on) > .explorer-box > *').count()).toBe(0);
    const lines = await page
      .locator('.query-below [role="tab"]')
      .evaluateAll(tabs => tabs.map(tab => getComputedStyle(tab).borderBottomColor));
    expect(new Set(lines).size).toBe(2);
  });
});

describe('in the accessibility tree', () => {
  it('a table has a name, column headers, and rows with their positions', async () => {
    const page = await open();
    const nodes = await treeOf(page);
    const grid = nodes.find(({ role }) => role === 'grid');
    expect(grid?.name).toBe('Ships');
    const heads = nodes.filter(({ role }) => role === 'columnheader').map(({ name }) => name);
    expect(heads).toContain('Name');
    const rows = nodes.filter(({ role }) => role === 'row');
    expect(rows.length).toBeGreaterThan(20);
    const first = nodes.find(({ role }) => role === 'rowheader');
    expect(first?.name).toBe((await page.locator(LOADED).first().textContent())?.trim());
    expect(nodes.filter(({ parent, role }) => parent === first?.parent && /cell|header/.test(role))).toHaveLength(heads.length);
    // The server does not return the total: it is unknown, not the number of loaded rows.
    const table = page.getByRole('grid', { name: 'Ships' });
    expect(Number(await table.getAttribute('aria-rowcount'))).not.toBe(0);
    expect(await table.locator('[role="row"]').nth(1).getAttribute('aria-rowindex')).toBe('2');
    expect(await table.getAttribute('aria-colcount')).toBe(String(await table.getByRole('columnheader').count()));
  });

  it('a field has a label and its error', async () => {
    const page = await open();
    await goWithin(page, '/actions/bookVisit');
    await page.locator('[role="spinbutton"]').first().waitFor();
    await page.locator('main form [type="submit"]').click();
    await page.locator('.field-error').first().waitFor();
    const nodes = await treeOf(page);
    const ship = nodes.find(({ role, name }) => role === 'textbox' && name === 'Ship ID');
    expect(ship).toMatchObject({ invalid: 'true', required: true });
    const error = await page.locator('.field-error').first().textContent();
    expect(ship?.description).toContain(error);
    expect(ship?.description).toContain('The ID of the visiting ship.');
    // Each part of a date has the name of its field.
    const day = nodes.find(({ role, name }) => role === 'spinbutton' && name.startsWith('day'));
    expect(day?.name).toContain('ETA');
    expect(day).toMatchObject({ invalid: 'true', description: expect.stringContaining(error ?? '?') });
    expect(day?.description).toContain('The expected time of arrival');
  });

  it('announcements report changes such as loaded rows, not every event of a feed', async () => {
    const page = await open();
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      for (const region of document.querySelectorAll('[aria-live], [role="status"], [role="log"]'))
        new MutationObserver(() => said.push(region.textContent)).observe(region, {
          childList: true,
          subtree: true,
          characterData: true,
        });
    });
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said.filter(Boolean));
    await page.getByRole('button', { name: 'Next' }).click();
    await eventually(page, () => (window as unknown as { said: string[] }).said.some(text => /50 rows/.test(text)), null);
    const before = (await said()).length;
    await goWithin(page, '/live/shipPositions?perSecond=50');
    // After a hundred more events.
    await eventually(
      page,
      () => Number(/[\d,]+/.exec(document.querySelector('.screen-foot')?.textContent ?? '')?.[0].replace(',', '')) > 100,
      null,
    );
    expect((await said()).slice(before).length).toBeLessThanOrEqual(1);
    expect((await treeOf(page)).filter(({ live, name }) => live === 'polite' && /\d{3}/.test(name))).toEqual([]);
  });
});

/** The properties of a node that are checked here. */
interface TreeNode {
  role: string;
  name: string;
  description: string;
  parent: string | undefined;
  invalid?: unknown;
  required?: unknown;
  live?: unknown;
}

/** Chromium's accessibility tree, without ignored nodes. */
async function treeOf(page: Page): Promise<TreeNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, parentId, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      parent: parentId,
      ...Object.fromEntries(
        properties
          .filter(({ name: property }) => /^(?:invalid|required|live)$/.test(property))
          .map(({ name: property, value }) => [property, value.value]),
      ),
    }));
}
