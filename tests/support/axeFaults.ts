import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe-core finds wrong with a page as it is now: the rule, and the first three elements that break it, as markup. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run(document));
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(node => `${id}: ${node.html.slice(0, 200)}`));
}
