import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules that screens must satisfy: WCAG 2.2 AA, and the best practices of axe-core. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The colour rules, which take longest. A dark screen can break only these. */
export const COLOURS: readonly string[] = ['color-contrast', 'link-in-text-block'];

/**
 * The current accessibility faults of a page by axe-core: the rule, and the markup of the first three elements that break it.
 * @param rules ids of single rules; default all of WCAG 2.2 AA and best practice
 * @param without ids of rules to leave out
 */
export async function axeFaults(
  page: Page,
  rules: readonly string[] = RULES,
  without: readonly string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    // Creating selectors takes time for every node, and they are not used.
    ({ runOnly, rules }) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly,
        rules,
        resultTypes: ['violations'],
        selectors: false,
      }),
    { runOnly: [...rules], rules: Object.fromEntries(without.map(id => [id, { enabled: false }])) },
  );
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(node => `${id}: ${node.html.slice(0, 200)}`));
}

/** The faults of a page in the light scheme, and those of its colours in the dark one. Leaves the page in the light scheme. */
export async function axeFaultsLightAndDark(page: Page, without: readonly string[] = []): Promise<string[]> {
  const light = await axeFaults(page, undefined, without);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFaults(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark];
}
