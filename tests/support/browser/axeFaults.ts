import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What a screen is held to: WCAG 2.2 AA, and what axe calls best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about colours, which take longest and are all that a dark screen can break by itself. */
export const COLOURS: readonly string[] = ['color-contrast', 'link-in-text-block'];

/**
 * What axe-core finds wrong with a page as it is now: the rule, and the first three elements that break it, as markup.
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
    // Selectors are much work for every node, and nobody reads them.
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
