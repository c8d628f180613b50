/**
 * The Query screen in Chromium: with the keyboard on the harbour (completion, a form of variables, a table, and cURL with the same result), the
 * explorer, and with a server whose responses are too large, endless or incomplete.
 */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { buildSchema, introspectionFromSchema } from 'graphql';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { busiestTask } from '../support/browser/busiestTask';
import { takenOver } from '../support/browser/journeys';
import { complaintsOf, openBrowser } from '../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../support/browser/pageErrors';
import { eventually } from '../support/eventually';
import { SERVER, type StartedProcess, startOverHarbour, startProcess } from '../support/hosting/startProcess';

jest.setTimeout(180_000);

let browser: Browser;
let server: StartedProcess;
let base = '';
beforeAll(async () => {
  server = await startOverHarbour({ ORIEL_LOG_LEVEL: 'silent' });
  browser = await openBrowser();
  base = (await server.line(/^Oriel is at (http:\S+)$/))[1] ?? '';
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGKILL');
});

const openPage = async (address: string): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(address);
  return { page, context, complaints };
};

/** The text of the document editor, without its decorations. */
const documentOf = (page: Page): Promise<string> =>
  page
    .getByRole('textbox', { name: 'Document', exact: true })
    .evaluate(element => [...element.querySelectorAll('.cm-line')].map(line => line.textContent).join('\n'));
/** Replaces the document. */
const write = (page: Page, text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Document', exact: true }).fill(text);
const resultOf = (page: Page) => page.getByRole('region', { name: 'Result' });

it('a query is written with completion, run with variables from a form, shown as a table, and copied as curl with the same result', async () => {
  const { page, context, complaints } = await openPage(`${base}/query`);
  const editor = page.getByRole('textbox', { name: 'Document', exact: true });
  await editor.focus();
  const type = (text: string): Promise<void> => page.keyboard.type(text, { delay: 15 });
  const complete = async (text: string, wanted: string): Promise<void> => {
    await type(text);
    await page
      .getByRole('option', { name: new RegExp(`^${wanted}`) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
  };
  await type('query Ships($first: Int!) {\n');
  // Objects are completed with the braces of their selection, and the cursor is inside.
  await type('ships(first: $first) {\n');
  await complete('edg', 'edges');
  await complete('nod', 'node');
  await complete('nam', 'name');
  expect((await documentOf(page)).replace(/\s+/g, ' ').trim()).toBe(
    'query Ships($first: Int!) { ships(first: $first) { edges { node { name } } } }',
  );

  await page.getByRole('radio', { name: 'Form' }).check();
  const first = page.getByRole('textbox', { name: /^First/ });
  await first.fill('3');
  await page.getByRole('button', { name: 'Run' }).press('Enter');
  const result = resultOf(page);
  await result.getByText('Status 200').waitFor();
  await result.getByRole('radio', { name: 'Table' }).check();
  const grid = result.getByRole('grid');
  await grid.waitFor();
  expect(await grid.getAttribute('aria-rowcount')).toBe('4');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy as cURL' }).click();
  await page.getByText('Copied', { exact: false }).first().waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${command} --silent`]);
  const { data } = JSON.parse(stdout) as { data: { ships: { edges: { node: { name: string } }[] } } };
  const names = data.ships.edges.map(edge => edge.node.name);
  expect(names).toHaveLength(3);
  for (const name of names) await result.getByText(name, { exact: true }).waitFor();

  await page.reload();
  await page.getByRole('tab', { name: 'Ships' }).waitFor();
  expect(await documentOf(page)).toContain('ships(first: $first)');
  await page.getByRole('tree', { name: 'Explorer' }).waitFor();
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run('main'));
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

it('the explorer changes the document in place, and one undo of the editor restores it', async () => {
  const text = 'query Ships {\n  # the first\n  ships(first: 2) { nodes { name } }\n}\n';
  const { page, context, complaints } = await openPage(`${base}/query?query=${encodeURIComponent(text)}`);
  const tree = page.getByRole('tree', { name: 'Explorer' });
  await tree.getByRole('treeitem', { name: /^imo/ }).click();
  await tree
    .getByRole('treeitem', { name: /^after/ })
    .first()
    .click();
  expect(await documentOf(page)).toBe(
    'query Ships($after: String) {\n  # the first\n  ships(first: 2, after: $after) { nodes { name imo } }\n}\n',
  );
  await page.getByRole('textbox', { name: 'Document', exact: true }).focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await documentOf(page)).toBe(text);
  expect(complaints).toEqual([]);
  await context.close();
});

it('the selected tab stays in view when the row of tabs gets narrower, and the wheel scrolls the row', async () => {
  const { page, context, complaints } = await openPage(`${base}/query`);
  await page.getByRole('treeitem').first().waitFor();
  for (let at = 1; at <= 9; at++) {
    await write(page, `query OperationNumber${at} { berths { id } }`);
    await page.getByRole('button', { name: 'New tab' }).click();
  }
  const list = page.getByRole('tablist', { name: 'Documents' });
  const isInView = (name: string): Promise<boolean> =>
    list.evaluate((row, wanted) => {
      const tab = [...row.querySelectorAll('[role="tab"]')].find(each => each.textContent === wanted)?.getBoundingClientRect();
      const { left, right } = row.getBoundingClientRect();
      return tab !== undefined && tab.left >= left - 1 && tab.right <= right + 1;
    }, name);
  await page.getByRole('button', { name: 'History and collections' }).click();
  await page.getByRole('complementary').waitFor();
  await eventually(() => isInView('Empty'), Boolean);
  await list.hover();
  await page.mouse.wheel(0, -3000);
  await eventually(() => isInView('OperationNumber1'), Boolean);
  expect(complaints).toEqual([]);
  await context.close();
});

it('at 400 % zoom every view of the result is completely visible', async () => {
  const { page, context, complaints } = await openPage(
    `${base}/query?query=${encodeURIComponent('{ ships(first: 2) { edges { node { name } } } }')}`,
  );
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByRole('textbox', { name: 'Document', exact: true }).focus();
  await page.keyboard.press('Control+Enter');
  const views = resultOf(page).getByRole('radiogroup', { name: 'Result view' });
  await views.waitFor();
  const cut = await views.evaluate(group => {
    const { left, right } = group.getBoundingClientRect();
    return [...group.querySelectorAll('label')]
      .filter(label => label.getBoundingClientRect().left < left || label.getBoundingClientRect().right > right)
      .map(label => label.textContent);
  });
  expect(cut).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

it('an error is corrected with the keyboard', async () => {
  const { page, context, complaints } = await openPage(`${base}/query`);
  await page.getByRole('treeitem').first().waitFor();
  await write(page, '{ ships(first: $n) { edges { node { nme } } } }');
  const marks = page.locator('.query-document .cm-lintRange-error');
  await marks.first().waitFor();
  // The next error is selected, and Enter fixes it.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  await page.getByText('query ($n: Int)').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('an error of the result links to its location in the document', async () => {
  expectError(FAILED_REQUEST);
  const { page, context } = await openPage(`${base}/query?query=${encodeURIComponent('query A {\n  berths { id }\n  nope\n}')}`);
  await page.getByRole('treeitem').first().waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await resultOf(page).getByRole('button', { name: 'Go to line 3, column 3' }).click();
  await page.keyboard.type('# ');
  expect(await documentOf(page)).toBe('query A {\n  berths { id }\n  # nope\n}');
  await context.close();
});

it('Emacs key bindings move the cursor and kill text', async () => {
  const { page, context, complaints } = await openPage(`${base}/query`);
  await page.evaluate(() => localStorage.setItem('oriel:editor-keys', '"emacs"'));
  await page.reload();
  await page.locator('.query-document .cm-emacsMode').waitFor();
  await page.getByRole('textbox', { name: 'Document', exact: true }).focus();
  await page.keyboard.insertText('{ ships }');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('#');
  await eventually(
    () => documentOf(page),
    text => text === '#{ ships }',
  );
  await page.keyboard.press('Control+k');
  await eventually(
    () => documentOf(page),
    text => text === '#',
  );
  expect(complaints).toEqual([]);
  await context.close();
});

it('panes are resized with mouse and keyboard, collapsed and expanded, stacked, and restored after a reload', async () => {
  const { page, context, complaints } = await openPage(`${base}/query?query=${encodeURIComponent('{ __typename }')}`);
  await takenOver(page);
  const edge = page.getByRole('separator', { name: 'Size of Document' });
  const widthOf = async (): Promise<number> => (await resultOf(page).boundingBox())?.width ?? 0;
  const before = await widthOf();
  const at = await edge.boundingBox();
  const [x, y] = [at?.x ?? 0, (at?.y ?? 0) + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 150, y, { steps: 4 });
  await page.mouse.up();
  expect(Math.round(await widthOf())).toBeCloseTo(Math.round(before + 150), -1);
  const shares = await edge.getAttribute('aria-valuenow');
  await page.reload();
  await takenOver(page);
  await eventually(
    () => edge.getAttribute('aria-valuenow'),
    value => value === shares,
  );

  // A collapsed pane cannot be focused, and Run expands the result.
  await edge.focus();
  await page.keyboard.press('End');
  await resultOf(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await resultOf(page).getByText('Query').waitFor();
  await edge.dblclick();
  expect(await edge.getAttribute('aria-valuenow')).toBe('50');

  // Resizing the explorer leaves the proportions of the other panes.
  const sizesInside = async (): Promise<number[]> => {
    const editors = await page.locator('.query-split-document').boundingBox();
    const text = await page.locator('.query-document').boundingBox();
    return [(editors?.width ?? 0) / (await widthOf()), (text?.height ?? 0) / (editors?.height ?? 1)].map(each =>
      Math.round(each * 10),
    );
  };
  const sizes = await sizesInside();
  await page.getByRole('separator', { name: 'Size of Explorer' }).press('Shift+ArrowRight');
  expect(await sizesInside()).toEqual(sizes);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Result below the document' }).click();
  const [written, result] = [await page.locator('.query-document').boundingBox(), await resultOf(page).boundingBox()];
  expect(result?.y ?? 0).toBeGreaterThan((written?.y ?? 0) + (written?.height ?? 0) - 1);
  expect(await edge.getAttribute('aria-orientation')).toBe('horizontal');
  await page.setViewportSize({ width: 390, height: 800 });
  await edge.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // The actions are in one line.
  expect((await page.locator('.screen-actions').boundingBox())?.height).toBeLessThan(60);
  expect(complaints).toEqual([]);
  await context.close();
});

it('an unknown command of Vim leaves the focus in the document', async () => {
  const { page, context, complaints } = await openPage(`${base}/query`);
  await page.evaluate(() => localStorage.setItem('oriel:editor-keys', '"vim"'));
  await page.reload();
  await page.locator('.query-document .cm-vim-panel').waitFor();
  await page.getByRole('textbox', { name: 'Document', exact: true }).focus();
  await page.keyboard.type('i# one');
  await page.keyboard.press('Escape');
  await page.keyboard.type(':nothing');
  await page.keyboard.press('Enter');
  await page.locator('.query-document').getByText('Not an editor command').waitFor();
  await page.keyboard.type('dd');
  await eventually(
    () => documentOf(page),
    text => !text.includes('one'),
  );
  expect(complaints).toEqual([]);
  await context.close();
});

it('a subscription is shown while it arrives, and stopped', async () => {
  const text = 'subscription Clock { clock }';
  const { page, context, complaints } = await openPage(`${base}/query?query=${encodeURIComponent(text)}`);
  await page.getByRole('textbox', { name: 'Document', exact: true }).focus();
  await page.keyboard.press('Control+Enter');
  const result = resultOf(page);
  await result.getByText(/^[2-9] events/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await result.getByText('Stopped').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

describe('unusual responses', () => {
  const ROWS = 40_000;
  const big = Buffer.from(
    JSON.stringify({
      data: {
        list: {
          rows: Array.from({ length: ROWS }, (_, id) => ({ id, name: `Row of number ${id}`, __typename: 'Row' })),
          __typename: 'List',
        },
      },
    }),
  );
  const schema = buildSchema(
    'type Query { list: List endless: String cut: List small: String } type List { rows: [Row!]! } type Row { id: Int! name: String! }',
  );
  const introspection = JSON.stringify({ data: introspectionFromSchema(schema) });
  let api: Server;
  let oriel: StartedProcess;
  let address = '';
  let closed = 0;
  beforeAll(async () => {
    api = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', '*');
      let body = '';
      request.on('data', part => {
        body += part;
      });
      request.on('end', () => {
        if (request.method === 'OPTIONS') return response.end();
        response.setHeader('content-type', 'application/json');
        if (body.includes('__schema')) return response.end(introspection);
        if (body.includes('cut')) return response.end(big.subarray(0, 1_500_000));
        if (!body.includes('endless')) return response.end(body.includes('small') ? '{"data":{"small":"x' : big);
        response.write('{"data":{"endless":"');
        // Slow, so that it does not reach the limit of a response before it is stopped on a busy machine.
        const timer = setInterval(() => response.write('x'.repeat(400_000)), 150);
        response.on('close', () => {
          clearInterval(timer);
          closed += 1;
        });
        return undefined;
      });
    });
    await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(api.address() as AddressInfo).port}/graphql`;
    oriel = startProcess(SERVER, { PORT: '0', ORIEL_HTTP_ENDPOINT: endpoint, ORIEL_LOG_LEVEL: 'silent' });
    address = (await oriel.line(/^Oriel is at (http:\S+)$/))[1] ?? '';
  });
  afterAll(async () => {
    await oriel.end('SIGKILL');
    api.closeAllConnections();
    api.close();
  });
  const run = async (query: string) => {
    const opened = await openPage(`${address}/query?query=${encodeURIComponent(query)}`);
    await opened.page.getByRole('tree', { name: 'Explorer' }).waitFor();
    await opened.page.getByRole('button', { name: 'Run' }).click();
    return { ...opened, result: resultOf(opened.page) };
  };

  it('a large one is parsed by a worker: tree, search, sorted table, text; the page stays responsive', async () => {
    const { page, context, complaints, result } = await run('{ small }');
    await result.getByRole('alert').first().waitFor();
    await write(page, '{ list { rows { id name } } }');
    const busiest = await busiestTask(page, async () => {
      await page.getByRole('button', { name: 'Run' }).click();
      await result.getByText('40,000 items').waitFor();
      expect(page.workers()).toHaveLength(1);
      expect(await result.getByText('__typename').count()).toBe(0);
      const search = result.getByRole('searchbox', { name: 'Search in the result' });
      await search.fill('NUMBER 39999');
      await result.getByText('– of 1').waitFor();
      await search.press('Enter');
      await result.getByText('1 of 1').waitFor();
      await result.getByRole('treeitem', { selected: true }).getByText('Row of number 39999').waitFor();
      await result.getByRole('radio', { name: 'Table' }).check();
      expect(await result.getByRole('grid').getAttribute('aria-rowcount')).toBe('40001');
      await result.getByRole('columnheader', { name: /^id/ }).click();
      await result.getByRole('columnheader', { name: /^id/ }).click();
      await result.getByRole('grid').getByText('39,999', { exact: true }).waitFor();
      await result.getByRole('radio', { name: 'Raw' }).check();
      await result.getByText('{"data":{"list":{"rows":[{"id":0', { exact: false }).waitFor();
    });
    // Processor time, which does not depend on other load of the machine.
    expect(busiest).toBeLessThan(400);
    // The next result replaces this one, memory included.
    await write(page, '{ small }');
    await page.getByRole('button', { name: 'Run' }).click();
    await result.getByRole('alert').first().waitFor();
    expect(page.workers()).toHaveLength(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['{ cut { rows { id } } }', 'The response is cut off after 1.5 MB'],
    ['{ small }', 'The response is cut off after 19 bytes'],
  ])('one that is cut off says where (%s)', async (query, words) => {
    const { page, context, result } = await run(query);
    await result.getByRole('alert').filter({ hasText: words }).waitFor();
    expect(await documentOf(page)).toBe(query);
    await context.close();
  });

  it('an endless one shows how much has arrived, and is ended by Stop', async () => {
    const { page, context, result } = await run('{ endless }');
    await result.getByText(/^Receiving, [2-9]/).waitFor();
    expect(closed).toBe(0);
    // Wire shows it, too, while it arrives.
    await result.getByRole('link', { name: 'Show in Wire' }).click();
    await page
      .getByText(/^The response is arriving: .+ so far\.$/)
      .first()
      .waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Stop' }).click();
    await result.getByText('Stopped').waitFor();
    for (let turn = 0; turn < 50 && (closed === 0 || page.workers().length > 0); turn++)
      await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 20)));
    expect(closed).toBe(1);
    // The received part can be read: one worker holds it until the next run of the tab.
    await page.locator('.query-raw').waitFor();
    expect(page.workers()).toHaveLength(1);
    await context.close();
  });

  it('a file of another tool is imported as far as it can be read, and an invalid one refused with the reason', async () => {
    const { page, context } = await openPage(`${address}/query?query=${encodeURIComponent('query Mine { small }')}`);
    await page.getByRole('button', { name: 'History and collections' }).click();
    await page.getByRole('tab', { name: 'Collections' }).click();
    await page.getByRole('textbox', { name: 'New collection' }).fill('Daily');
    await page.keyboard.press('Enter');
    const kept = page.getByRole('complementary');
    await kept.getByRole('button', { name: 'Open Mine in a tab' }).waitFor();
    const give = (name: string, text: string): Promise<void> =>
      kept
        .locator('input[aria-label="Add from a file"]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await give('broken.json', '{"format": "oriel-query-coll');
    await page.getByText('broken.json was not added', { exact: false }).first().waitFor();
    const file = {
      format: 'oriel-query-collections',
      collections: [{ name: 'Theirs', queries: [{ name: 'One', query: '{ small }' }, null] }],
    };
    await give('theirs.json', JSON.stringify(file));
    await page
      .getByText('one could not be read', { exact: false })
      .or(page.getByText('1 could not be read', { exact: false }))
      .first()
      .waitFor();
    await kept.getByRole('button', { name: 'Open One in a tab' }).waitFor();
    await kept.getByRole('button', { name: 'Open Mine in a tab' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'History and collections' }).click();
    await page.getByRole('tab', { name: 'Collections' }).click();
    await kept.getByRole('button', { name: 'Open One in a tab' }).click();
    expect(await documentOf(page)).toBe('{ small }');
    await context.close();
  });
});
