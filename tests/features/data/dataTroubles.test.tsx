/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Failures, hostile values, and exports on the Data screen. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { harbourServer, storedShips } from './harbourServer';
import { endAll, rowHeads, rowsBegin, showData } from './showData';

afterEach(endAll);

const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('a failure explains what happened and what the user can do', () => {
  test('without a response, offers to try again', async () => {
    const server = harbourServer();
    let down = true;
    server.intercept = () => {
      if (down) throw new TypeError('Failed to fetch');
      return undefined;
    };
    showData(server, '/data/ships?size=10');
    expect(await screen.findByText('The endpoint cannot be reached')).toBeTruthy();
    expect(screen.getByRole('link', { name: /See it in Wire/ }).getAttribute('href')).toMatch(/^\/wire\?key=-?\d+$/);
    down = false;
    press(/Try again/);
    await rowsBegin('Ship 001');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    [
      'a page instead of data',
      () => new Response('<h1>It works</h1>', { headers: { 'content-type': 'text/html' } }),
      'The response is not GraphQL',
    ],
    [
      'a refused request',
      () => Response.json({ errors: [{ message: 'Too deep' }] }, { status: 400 }),
      'The endpoint refused the request (status 400)',
    ],
    ['data that is null without errors', () => Response.json({ data: null }), /data is null, and there are no errors/],
    ['an error of the server', () => Response.json({ errors: [{ message: 'No such table' }] }), 'The server reports an error'],
    [
      'a call that is not allowed',
      () => Response.json({ errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] }),
      'Sign in to see this',
    ],
  ])('%s', async (_, response, words) => {
    const server = harbourServer();
    server.intercept = response;
    showData(server, '/data/ships');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('of a page that is too heavy leaves the choice of a smaller one', async () => {
    const server = harbourServer();
    server.intercept = ({ variables }) =>
      Number(variables.first) > 25 ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : undefined;
    showData(server, '/data/ships?size=100');
    expect(await screen.findByText('The endpoint cannot be reached')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '25' } });
    await rowsBegin('Ship 001');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('when signed out, asks for the sign-in, and then repeats the refused request', async () => {
    const server = harbourServer();
    server.intercept = ({ authorization }) =>
      authorization === 'Bearer good'
        ? undefined
        : Response.json({ errors: [{ message: 'Who are you?', extensions: { code: 'UNAUTHENTICATED' } }] });
    const { session } = showData(server, '/data/ships?size=10');
    expect(await screen.findByText('Sign in to see this')).toBeTruthy();
    press('Sign in');
    expect(session.token.asked.get()).toBe(1);
    // The schema is requested again, too: some endpoints show more of it to signed-in users.
    const rowRequests = (): number => server.requests.filter(request => request.operationName === 'Ships').length;
    act(() => session.token.set('expired'));
    await waitFor(() => expect(rowRequests()).toBe(2));
    expect(await screen.findByText('Sign in to see this')).toBeTruthy();
    act(() => session.token.set('good'));
    await rowsBegin('Ship 001');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(rowRequests()).toBe(3);
  });

  test('with a partial response, shows the rest and the errors', async () => {
    const server = harbourServer();
    server.intercept = () =>
      Response.json({
        data: { ships: { nodes: [{ id: 's1', name: 'Ship 001' }], pageInfo: { hasNextPage: false }, totalCount: 1 } },
        errors: [{ message: 'The pictures are gone', path: ['ships', 'nodes', 0, 'photo'] }],
      });
    showData(server, '/data/ships?columns=name');
    await rowsBegin('Ship 001');
    expect(within(await screen.findByRole('alert')).getByText(/ships\.nodes\.0\.photo: The pictures are gone/)).toBeTruthy();
  });

  test('errors of single values are shown in their cells, and only a notice stands above', async () => {
    const server = harbourServer();
    const paths = [
      ['ships', 'nodes', 0, 'notes'],
      ['ships', 'nodes', 1, 'notes'],
    ];
    server.intercept = () =>
      Response.json({
        data: {
          ships: {
            nodes: [
              { id: 's1', name: 'Ship 001', notes: null },
              { id: 's2', name: 'Ship 002', notes: null },
              { id: 's3', name: 'Ship 003', notes: 'Kept' },
            ],
            pageInfo: { hasNextPage: false },
            totalCount: 3,
          },
        },
        errors: paths.map(path => ({ message: 'The archive is closed', path })),
      });
    showData(server, '/data/ships?columns=name,notes');
    await rowsBegin('Ship 001');
    expect(await screen.findAllByText(/The archive is closed/)).toHaveLength(2);
    const notice = screen.getByText('Notes: The server reports 2 errors').closest('[role="status"]') as HTMLElement;
    expect(notice.querySelector('.failure-state-lines')).toBeNull();
    expect(within(notice).getByRole('button', { name: /Try again/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('keeps the rows if a refresh fails', async () => {
    const server = harbourServer();
    showData(server, '/data/ships?size=10');
    await rowsBegin('Ship 001');
    server.intercept = () => Response.json({ errors: [{ message: 'Down for the night' }] }, { status: 503 });
    press('Refresh');
    expect(await screen.findByText('The endpoint cannot be reached')).toBeTruthy();
    expect(rowHeads()[0]).toBe('Ship 001');
  });
});

describe('hostile values are shown as text', () => {
  const EVIL = '<img src=x onerror="window.evil=1">';

  test('markup, links to scripts, direction marks and keys of Object.prototype have no effect', async () => {
    const ships = storedShips(3);
    Object.assign(ships[0] ?? {}, {
      name: EVIL,
      site: 'javascript:window.evil=1',
      photo: 'data:text/html,<script>window.evil=1</script>',
      notes: `\u202Eevil\u202C ${'x'.repeat(400)}`,
      metadata: JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}'),
    });
    Object.assign(ships[1] ?? {}, { site: ' https://example.org/a?b=<c>', photo: 'https://example.org/a.png' });
    const server = harbourServer(ships);
    const { container } = showData(server, '/data/ships?columns=name,site,photo,notes,metadata');
    await rowsBegin(EVIL);
    const hrefs = [...container.querySelectorAll('[role="row"] a')].map(link => link.getAttribute('href') ?? '');
    expect(hrefs.filter(href => !href.startsWith('https://') && !href.startsWith('/'))).toEqual([]);
    const images = [...container.querySelectorAll('img')].map(image => image.getAttribute('src'));
    // An image of another host is loaded only after a confirmation.
    expect(images).toEqual([]);
    expect(container.querySelector('.image-offer')).not.toBeNull();
    expect(container.querySelector('script, iframe, object')).toBeNull();
    for (const link of container.querySelectorAll('a[target="_blank"]')) expect(link.getAttribute('rel')).toContain('noopener');
    expect((window as { evil?: number }).evil).toBeUndefined();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    // A cell isolates its text direction, so the mark has no effect outside.
    const notes = [...container.querySelectorAll('[dir="auto"]')].find(cell => cell.textContent?.includes('evil'));
    expect(notes?.textContent?.length).toBeLessThan(320);
  });

  test('a cell of 5 MB and a list of 50,000 items render few elements', async () => {
    const ships = storedShips(2);
    Object.assign(ships[0] ?? {}, {
      notes: 'word '.repeat(1_000_000),
      tags: Array.from({ length: 50_000 }, (_, at) => `tag ${at}`),
      metadata: { deep: Array.from({ length: 50_000 }, (_, at) => ({ at })) },
    });
    const { container } = showData(harbourServer(ships), '/data/ships?columns=name,notes,tags,metadata');
    await rowsBegin('Ship 001');
    expect(container.textContent).toContain('+49,997');
    expect(container.innerHTML.length).toBeLessThan(60_000);
    fireEvent.click(screen.getAllByRole('rowheader')[0] as HTMLElement);
    await waitFor(() => expect(screen.getByRole('complementary').textContent).toContain('tag 19'));
    expect(screen.getByRole('complementary').innerHTML.length).toBeLessThan(60_000);
  });

  test('names and descriptions of the schema are text, too, of any length', async () => {
    const server = harbourServer();
    const introspection = JSON.parse(
      JSON.stringify(server.introspection).replaceAll('"The ships."', JSON.stringify(`${EVIL} ${'long '.repeat(2000)}`)),
    );
    const { container } = showData(Object.assign(server, { introspection }), '/data/ships?size=10');
    await rowsBegin('Ship 001');
    const description = container.querySelector('.screen-description');
    expect(description?.textContent?.startsWith(EVIL)).toBe(true);
    expect(description?.textContent?.length).toBeLessThan(400);
    expect(container.querySelector('img')).toBeNull();
  });
});

describe('an export', () => {
  /** Catches what would be downloaded. */
  function downloads(): Blob[] {
    const files: Blob[] = [];
    URL.createObjectURL = (file: Blob | MediaSource) => {
      files.push(file as Blob);
      return 'blob:test';
    };
    URL.revokeObjectURL = () => {};
    HTMLAnchorElement.prototype.click = () => {};
    return files;
  }
  const textOf = async (file: Blob | undefined): Promise<string> => (await file?.text()) ?? '';

  test('of all pages requests them with the shown filters, order and columns', async () => {
    const files = downloads();
    const server = harbourServer(storedShips(250));
    showData(server, '/data/ships?size=10&columns=name,type,owner.name&filter=name:contains:Ship&sort=-name');
    await rowsBegin('Ship 250');
    press('Export');
    await screen.findByRole('radio', { name: 'All pages (250)' });
    fireEvent.click(screen.getByRole('radio', { name: /NDJSON/ }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
    expect(await screen.findByText(/Exported 250 rows/)).toBeTruthy();
    const lines = (await textOf(files[0])).trimEnd().split('\n');
    expect(lines).toHaveLength(250);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ name: 'Ship 250', type: 'TANKER', 'owner.name': null });
    // In pages of a hundred, however few are visible.
    const sent = server.requests.slice(1).map(request => request.variables);
    expect(sent).toEqual([
      { first: 100, filter: { name: { contains: 'Ship' } }, orderBy: ['NAME_DESC'] },
      { first: 100, filter: { name: { contains: 'Ship' } }, orderBy: ['NAME_DESC'], after: 'c100' },
      { first: 100, filter: { name: { contains: 'Ship' } }, orderBy: ['NAME_DESC'], after: 'c200' },
    ]);
  });

  test('of the visible page sends no request, and of the selection writes only the selected rows', async () => {
    const files = downloads();
    const server = harbourServer();
    showData(server, '/data/ships?size=10&columns=name');
    await rowsBegin('Ship 001');
    const boxes = screen.getAllByRole('checkbox', { name: /^Select row/ });
    fireEvent.click(boxes[1] as HTMLElement);
    press('Export');
    expect(((await screen.findByRole('radio', { name: 'Selected (1)' })) as HTMLInputElement).checked).toBe(true);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
    expect(await screen.findByText(/Exported 1 row,/)).toBeTruthy();
    expect((await textOf(files[0])).replace('\uFEFF', '')).toBe('Name\r\nShip 002\r\n');
    expect(server.requests).toHaveLength(1);
  });

  test('continues after an error with the page that failed', async () => {
    const files = downloads();
    const server = harbourServer(storedShips(250));
    showData(server, '/data/ships?size=10&columns=name');
    await rowsBegin('Ship 001');
    let failing = true;
    server.intercept = request => {
      if (failing && request.variables.after === 'c100') return Response.json({ errors: [{ message: 'Busy' }] }, { status: 503 });
      return undefined;
    };
    press('Export');
    await screen.findByRole('radio', { name: 'All pages (250)' });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Stopped after 100 rows')).toBeTruthy();
    failing = false;
    press('Resume');
    expect(await screen.findByText(/Exported 250 rows/)).toBeTruthy();
    expect((await textOf(files[0])).trimEnd().split('\r\n')).toHaveLength(251);
  });

  test('continues while its dialog is closed, and then reports how it ended', async () => {
    downloads();
    const server = harbourServer(storedShips(250));
    showData(server, '/data/ships?size=10&columns=name');
    await rowsBegin('Ship 001');
    let release: (() => void) | undefined;
    server.intercept = request =>
      request.variables.after === 'c100'
        ? (new Promise(resolve => {
            release = () => resolve(undefined as never);
          }) as Promise<Response>)
        : undefined;
    press('Export');
    await screen.findByRole('radio', { name: 'All pages (250)' });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(release).toBeDefined());
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(async () => release?.());
    expect((await screen.findAllByText(/Exported 250 rows/)).length).toBeGreaterThan(0);
  });

  test('leaves nothing behind when it is cancelled', async () => {
    const files = downloads();
    const server = harbourServer(storedShips(250));
    showData(server, '/data/ships?size=10&columns=name');
    await rowsBegin('Ship 001');
    server.intercept = request => (request.variables.after ? new Promise<never>(() => {}) : undefined);
    press('Export');
    await screen.findByRole('radio', { name: 'All pages (250)' });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
    await screen.findByText('100 of 250 rows written');
    press('Cancel export');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(files).toEqual([]);
    // Another one can be begun.
    press('Export');
    expect(await screen.findByRole('radio', { name: 'All pages (250)' })).toBeTruthy();
  });
});
