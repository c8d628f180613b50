/** What the Query screen keeps in memory after its tabs are closed and it is left. */
import type { CDPSession } from 'playwright-core';
import { journeys } from '../../support/browser/journeys';
import { goWithin } from '../../support/browser/screenTour';
import { eventually } from '../../support/eventually';

jest.setTimeout(180_000);

const { startOriel, open } = journeys();

/** Allowed growth. An editor that is kept has some 250 nodes and 40 listeners. */
const NODES = 200;
const LISTENERS = 30;

/** What a page keeps in memory after garbage collection. */
interface Retained {
  nodes: number;
  listeners: number;
}

async function retained(cdp: CDPSession): Promise<Retained> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find(metric => metric.name === name)?.value ?? 0;
  return { nodes: value('Nodes'), listeners: value('JSEventListeners') };
}

it('tabs that are closed and screens that are left are released from memory', async () => {
  const { base } = await startOriel();
  const page = await open(`${base}/settings`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const kept: Retained[] = [];
  for (let cycle = 1; cycle <= 5; cycle++) {
    await goWithin(page, '/query');
    await page.getByRole('textbox', { name: 'Document', exact: true }).click();
    await page.keyboard.type(`query Number${cycle} { ships(first: 1) { edges { node { id } } } }`);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Result' }).getByText('edges').first().waitFor();
    await page.getByRole('tab', { name: `Number${cycle}` }).press('Delete');
    await page.getByRole('tab', { name: 'Empty' }).waitFor();
    await goWithin(page, '/settings');
    await page.locator('.settings').waitFor();
    const before = kept[1] ?? { nodes: Number.POSITIVE_INFINITY, listeners: Number.POSITIVE_INFINITY };
    // Garbage may be collected later.
    kept.push(
      await eventually(
        () => retained(cdp),
        now => now.nodes < before.nodes + NODES && now.listeners < before.listeners + LISTENERS,
      ),
    );
  }
  // The first cycles fill caches.
  const [, second, , , fifth] = kept as [Retained, Retained, Retained, Retained, Retained];
  expect(fifth.nodes).toBeLessThan(second.nodes + NODES);
  expect(fifth.listeners).toBeLessThan(second.listeners + LISTENERS);
});
