/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The table of a collection: rows, filters, order, pages and columns, over the real transport and a server run by graphql-js. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { harbourServer, storedShips } from '../harbourServer';
import { endAll, rowHeads, rowsBegin, showData } from '../showData';

afterEach(endAll);

const query = (address: string): URLSearchParams => new URLSearchParams(address.split('?')[1] ?? '');
const press = (name: string | RegExp, role = 'button'): void => void fireEvent.click(screen.getByRole(role, { name }));

describe('rows', () => {
  test('show the first page with one request, in the language and formats of the user', async () => {
    const server = harbourServer();
    showData(server, '/data/ships?size=10');
    await rowsBegin('Ship 001', 'Ship 002');
    const first = screen.getAllByRole('row')[1]?.textContent ?? '';
    for (const shown of ['Tanker', 'Mar 1, 2010', '1,000', '9,007,199,254,740,993', 'Nordlys AS']) expect(first).toContain(shown);
    expect(await screen.findByText(/1–10.* of 120/)).toBeTruthy();
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.variables).toEqual({ first: 10 });
  });

  test('open the first collection if the address names none', async () => {
    const shown = showData(harbourServer(), '/');
    await rowsBegin('Ship 001');
    expect(shown.address()).toBe('/data/ships');
  });

  test('show skeletons of the right shape while they are loading', async () => {
    const server = harbourServer();
    let response: (() => void) | undefined;
    server.intercept = () =>
      new Promise(resolve => {
        response = () => resolve(Response.json({ data: { ships: { nodes: [], pageInfo: {}, totalCount: 0 } } }));
      });
    const { container } = showData(server, '/data/ships?size=10');
    expect(await screen.findByRole('columnheader', { name: /Name/ })).toBeTruthy();
    expect(container.querySelectorAll('.skeleton-column')).toHaveLength(screen.getAllByRole('columnheader').length - 1);
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(response).toBeDefined());
    response?.();
    expect(await screen.findByText('No Ships')).toBeTruthy();
    expect(container.querySelector('.skeleton-column')).toBeNull();
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBeNull();
  });

  test('are requested again after a change on another screen, while the old rows stay visible', async () => {
    const ships = storedShips(2);
    const server = harbourServer(ships);
    const shown = showData(server, '/data/ships?size=10');
    await rowsBegin('Ship 001');
    act(() => shown.session.navigation.go('/data/berths'));
    await rowsBegin('B1');
    act(() => shown.session.navigation.go('/data/ships'));
    await rowsBegin('Ship 001');
    await waitFor(() => expect(server.requests.filter(request => request.operationName === 'Ships')).toHaveLength(2));
  });

  test('are counted, but not rendered, if the server returns null', async () => {
    const server = harbourServer();
    server.intercept = () => Response.json({ data: { visits: [null, { id: 'v9', status: 'EXPECTED' }, null] } });
    showData(server, '/data/visits');
    expect(await screen.findByText(/2 rows could not be shown/)).toBeTruthy();
    expect(rowHeads()).toHaveLength(1);
  });

  test('are not called absent if the server returns something else in place of each', async () => {
    const server = harbourServer();
    server.intercept = () => Response.json({ data: { visits: [1, 'x', [2]] } });
    showData(server, '/data/visits');
    expect(await screen.findByText(/3 rows could not be shown/)).toBeTruthy();
    // The footer comes with the same chunk as the words for a table without rows.
    expect(await screen.findByText('3 rows')).toBeTruthy();
    expect(screen.queryByText('No Visits')).toBeNull();
  });

  test.each([{ data: {} }, { data: { visits: 'x' } }, { data: { visits: [] }, errors: [{ message: 'The database is down' }] }])(
    'are neither counted nor called absent after a failure: %j',
    async body => {
      const server = harbourServer();
      server.intercept = () => Response.json(body);
      showData(server, '/data/visits');
      expect(await screen.findByRole('alert')).toBeTruthy();
      await screen.findByText('As query');
      expect(screen.queryByText('No Visits')).toBeNull();
      await act(() => new Promise(resolve => setTimeout(resolve, 300)));
      expect(screen.queryByText('0 rows')).toBeNull();
    },
  );

  test('are not called absent if the server returns null for a list that the schema declares as not null', async () => {
    const server = harbourServer();
    server.intercept = () => Response.json({ data: { visits: null } });
    showData(server, '/data/visits');
    expect(await screen.findByText(/visits is null where a list was asked for/)).toBeTruthy();
  });

  test.each([{ errors: [] }, {}, { data: null }])(
    'that are missing from a response without errors are a failure: %j',
    async body => {
      const server = harbourServer();
      server.intercept = () => Response.json(body);
      showData(server, '/data/visits');
      expect(await screen.findByRole('alert')).toBeTruthy();
    },
  );
});

test('a date column is wide enough if its values contain times', async () => {
  const widths = (): string => screen.getByRole('grid').style.getPropertyValue('--columns');
  const { unmount } = showData(harbourServer(storedShips(2)), '/data/ships?columns=name,builtOn');
  await rowsBegin('Ship 001');
  expect(widths()).toContain('120px');
  unmount();
  const server = harbourServer();
  const nodes = [{ id: 's1', name: 'Ship 001', builtOn: '2010-03-01T08:30:00.000Z', __typename: 'Ship' }];
  server.intercept = () => Response.json({ data: { ships: { nodes, pageInfo: {}, totalCount: 1 } } });
  showData(server, '/data/ships?columns=name,builtOn');
  await rowsBegin('Ship 001');
  expect(widths()).toContain('184px');
  expect(widths()).not.toContain('120px');
});

describe('filters', () => {
  test('are shown as sentences and sent as arguments', async () => {
    const server = harbourServer();
    showData(server, '/data/ships?size=10&filter=type:in:TANKER,FERRY;builtOn:greater:2018-03-03;name:contains:Ship');
    await rowsBegin('Ship 010');
    const chips = within(screen.getByRole('list', { name: 'Filters' }))
      .getAllByRole('button', { name: /^Change: / })
      .map(chip => chip.textContent);
    expect(chips).toEqual(['Type is Tanker or Ferry', 'Built on is after Mar 3, 2018', 'Name contains “\u2068Ship\u2069”']);
    expect(server.requests[0]?.variables).toEqual({
      first: 10,
      filter: { type: { in: ['TANKER', 'FERRY'] }, builtOn: { gt: '2018-03-03' }, name: { contains: 'Ship' } },
    });
  });

  test('change the address and load the first page when they are removed', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ships?size=10&filter=type:is:FERRY&page=after:c5');
    await rowsBegin('Ship 017');
    press('Remove: Type is Ferry');
    await rowsBegin('Ship 001');
    expect(shown.address()).toBe('/data/ships?size=10');
  });

  test('are added by field, operator and value', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ships?size=10');
    await rowsBegin('Ship 001');
    press('Filter');
    const field = await screen.findByRole('combobox', { name: 'Field' });
    fireEvent.change(field, { target: { value: 'name' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Condition' }), { target: { value: 'contains' } });
    fireEvent.change(screen.getByRole('textbox', { name: /Value/ }), { target: { value: '02' } });
    press('Apply');
    await rowsBegin('Ship 002', 'Ship 020', 'Ship 021');
    expect(query(shown.address()).get('filter')).toBe('name:contains:02');
    expect(screen.queryByRole('combobox', { name: 'Field' })).toBeNull();
  });

  test('accept several values of an enum, but not none', async () => {
    const shown = showData(harbourServer(), '/data/ships?size=10');
    await rowsBegin('Ship 001');
    press('Filter');
    fireEvent.change(await screen.findByRole('combobox', { name: 'Field' }), { target: { value: 'type' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Condition' }), { target: { value: 'in' } });
    press('Apply');
    expect(await screen.findByText('Choose at least one')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Bulk carrier' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Ferry' }));
    press('Apply');
    await rowsBegin('Ship 002', 'Ship 003', 'Ship 005');
    expect(query(shown.address()).get('filter')).toBe('type:in:FERRY,BULK_CARRIER');
  });

  test('are marked and left out if the server does not support them, while the others apply', async () => {
    const server = harbourServer();
    showData(server, '/data/ships?size=10&filter=colour:is:red;type:is:SUBMARINE;type:is:FERRY;type~in~TANKER');
    await rowsBegin('Ship 002');
    expect(server.requests[0]?.variables).toEqual({ first: 10, filter: { type: { eq: 'FERRY' } } });
    expect(screen.getByRole('button', { name: /colour is.*The server does not offer this filter/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /type~in~TANKER.*The server does not offer this filter/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Type is SUBMARINE.*incomplete/ })).toBeTruthy();
  });

  test('explain that no rows match, and offer to clear them', async () => {
    const shown = showData(harbourServer(), '/data/ships?size=10&filter=name:contains:nowhere');
    expect(await screen.findByText('No matches')).toBeTruthy();
    press('Clear filters');
    await rowsBegin('Ship 001');
    expect(shown.address()).toBe('/data/ships?size=10');
  });
});

describe('sorting', () => {
  test('changes with clicks on a column head: ascending, descending, none', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ships?size=10');
    await rowsBegin('Ship 001');
    const head = (): HTMLElement => screen.getByRole('columnheader', { name: /^Name/ });
    fireEvent.click(head());
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'));
    expect(query(shown.address()).get('sort')).toBe('name');
    fireEvent.click(head());
    await rowsBegin('Ship 120');
    expect(query(shown.address()).get('sort')).toBe('-name');
    expect(server.requests.at(-1)?.variables).toEqual({ first: 10, orderBy: ['NAME_DESC'] });
    fireEvent.click(head());
    await rowsBegin('Ship 001');
    expect(query(shown.address()).get('sort')).toBeNull();
  });

  test('is shown as a chip for a field that is not a column', async () => {
    showData(harbourServer(), '/data/ships?size=10&columns=name&sort=-tonnage');
    await rowsBegin('Ship 001');
    expect(screen.getByText('Sorted by Tonnage, descending')).toBeTruthy();
  });
});

describe('pages', () => {
  test('are prefetched when the pointer is over Next, and shown without another request', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ships?size=10');
    await rowsBegin('Ship 001');
    const next = screen.getByRole('button', { name: /Next/ });
    fireEvent.pointerEnter(next);
    await waitFor(() => expect(server.requests).toHaveLength(2));
    expect(server.requests[1]?.variables).toEqual({ first: 10, after: 'c10' });
    expect(rowHeads()[0]).toBe('Ship 001');
    await shown.pass();
    fireEvent.click(next);
    await rowsBegin('Ship 011');
    expect(query(shown.address()).get('page')).toBe('after:c10');
    await shown.pass();
    expect(server.requests).toHaveLength(2);
  });

  test('go back if the server supports it, and to the first page', async () => {
    const server = harbourServer();
    showData(server, '/data/ships?size=10&page=after:c100');
    await rowsBegin('Ship 101');
    press('Back');
    await rowsBegin('Ship 091');
    expect(server.requests.at(-1)?.variables).toEqual({ last: 10, before: 'c101' });
    press('First page');
    await rowsBegin('Ship 001');
  });

  test('of a list by offset without a total show the numbers that are known', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/visits?size=10');
    await waitFor(() => expect(screen.getByText(/1–10.* of many/)).toBeTruthy());
    press(/Next/);
    await waitFor(() => expect(screen.getByText(/11–20.* of many/)).toBeTruthy());
    press(/Next/);
    await waitFor(() => expect(screen.getByText(/21–30/)).toBeTruthy());
    expect((screen.getByRole('button', { name: /Next/ }) as HTMLButtonElement).disabled).toBe(true);
    press('Back');
    await waitFor(() => expect(screen.getByText(/11–20.* of many/)).toBeTruthy());
    expect(query(shown.address()).get('page')).toBe('offset:10');
  });

  test('of a numbered list are opened by number', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/companies?size=10');
    await rowsBegin('Company 001');
    const number = screen.getByRole('textbox', { name: 'Page' });
    fireEvent.change(number, { target: { value: '4' } });
    fireEvent.keyDown(number, { key: 'Enter' });
    await rowsBegin('Company 031');
    expect(query(shown.address()).get('page')).toBe('page:4');
    expect(screen.getByText(/31–40.* of 45/)).toBeTruthy();
    // Beyond the last one there is nothing.
    fireEvent.change(number, { target: { value: '400' } });
    fireEvent.keyDown(number, { key: 'Enter' });
    await rowsBegin('Company 041');
  });

  test.each([
    ['/data/companies?size=10&page=4', 'Company 031', 'page:4'],
    ['/data/visits?size=10&page=2', '11–20', 'offset:10'],
  ])('are opened by the plain number in a link: %s', async (address, begin, page) => {
    const shown = showData(harbourServer(), address);
    expect((await screen.findAllByText(new RegExp(begin))).length).toBeGreaterThan(0);
    await waitFor(() => expect(query(shown.address()).get('page')).toBe(page));
    expect(screen.queryByText(/can’t be opened/)).toBeNull();
  });

  test.each(['/data/ships?size=10&page=3', '/data/ships?size=10&page=offset:20', '/data/companies?size=10&page=after:c10'])(
    'of a link that cannot be opened say that the list starts at the first one: %s',
    async address => {
      const shown = showData(harbourServer(), address);
      await rowsBegin(address.includes('ships') ? 'Ship 001' : 'Company 001');
      expect((await screen.findAllByText(/The list starts at the first page/)).length).toBeGreaterThan(0);
      await waitFor(() => expect(query(shown.address()).has('page')).toBe(false));
    },
  );

  test('go back along the visited pages if the server only goes forward', async () => {
    const shown = showData(harbourServer(), '/data/events?size=10');
    await rowsBegin('Event 1');
    press(/Next/);
    await rowsBegin('Event 11');
    press(/Next/);
    await rowsBegin('Event 21');
    expect((screen.getByRole('button', { name: /Next/ }) as HTMLButtonElement).disabled).toBe(true);
    press('Back');
    await rowsBegin('Event 11');
    press('Back');
    await rowsBegin('Event 1');
    expect(shown.address()).toBe('/data/events?size=10');
  });

  test('go back to the first page after a link into the middle of such a list', async () => {
    showData(harbourServer(), '/data/events?page=token:20&size=10');
    await rowsBegin('Event 21');
    press('Back');
    await rowsBegin('Event 1');
  });

  test('start at the first page after a change of the page size', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ships?size=10&page=after:c50');
    await rowsBegin('Ship 051');
    fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '25' } });
    await rowsBegin('Ship 001');
    expect(server.requests.at(-1)?.variables).toEqual({ first: 25 });
    expect(shown.address()).toBe('/data/ships?size=25');
  });

  test('are not shown for a complete list', async () => {
    showData(harbourServer(), '/data/berths');
    await rowsBegin('B1');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    expect(screen.getByText('1 row')).toBeTruthy();
  });
});

describe('columns', () => {
  const heads = (): string[] => screen.getAllByRole('columnheader').flatMap(head => head.textContent?.trim() || []);

  test('are taken from the address, in its order', async () => {
    const server = harbourServer();
    showData(server, '/data/ships?size=10&columns=tonnage,owner.name!,name,nothing');
    await waitFor(() => expect(heads()).toEqual(['Owner', 'Tonnage', 'Name']));
    expect(server.requests[0]?.query.replace(/\s+/g, ' ')).toContain('tonnage');
    expect(server.requests[0]?.query).not.toContain('builtOn');
  });

  test('are stored for the collection, and in the address, so that a link shows the same ones', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ships?size=10&columns=name,type,tonnage');
    await rowsBegin('Ship 001');
    press('Columns');
    fireEvent.click(await screen.findByRole('button', { name: 'Hide Type' }));
    await waitFor(() => expect(heads()).toEqual(['Name', 'Tonnage']));
    press('Pin Tonnage');
    await waitFor(() => expect(heads()).toEqual(['Tonnage', 'Name']));
    expect(query(shown.address()).get('columns')).toBe('tonnage!,name');
    press('OK');
    act(() => shown.session.navigation.go('/data/berths'));
    await rowsBegin('B1');
    act(() => shown.session.navigation.go('/data/ships'));
    await waitFor(() => expect(heads()).toEqual(['Tonnage', 'Name']));
    await waitFor(() => expect(query(shown.address()).get('columns')).toBe('tonnage!,name'));
  });

  test('of related records are found by name and shown', async () => {
    showData(harbourServer(), '/data/ships?size=10&columns=name');
    await rowsBegin('Ship 001');
    press('Columns');
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Find a field' }), { target: { value: 'owner id' } });
    fireEvent.click(screen.getByRole('checkbox', { name: /Owner › ID/ }));
    await waitFor(() => expect(heads()).toEqual(['Name', 'Owner ID']));
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('c1'));
  });

  test('keep at least one', async () => {
    showData(harbourServer(), '/data/ships?size=10&columns=name');
    await rowsBegin('Ship 001');
    press('Columns');
    expect(
      ((await screen.findByRole('button', { name: 'At least one column must be shown.' })) as HTMLButtonElement).disabled,
    ).toBe(true);
  });

  test('store their widths in this browser, not in the address', async () => {
    const shown = showData(harbourServer(), '/data/ships?size=10&columns=name,type');
    await rowsBegin('Ship 001');
    const handle = screen.getByRole('separator', { name: 'Width of Name' });
    fireEvent.keyDown(handle, { key: 'ArrowRight' });
    await waitFor(() =>
      expect(screen.getByRole('separator', { name: 'Width of Name' }).getAttribute('aria-valuenow')).toBe('188'),
    );
    expect(shown.address()).toBe('/data/ships?size=10&columns=name,type');
  });
});

describe('required arguments', () => {
  test('are requested first; nothing is sent before', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/search');
    expect(await screen.findByText('Fill in the form above to see Search.')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
    expect((await screen.findByRole('textbox', { name: /Text/ })).getAttribute('aria-invalid')).toBe('true');
    expect(server.requests).toHaveLength(0);
    fireEvent.change(screen.getByRole('textbox', { name: /Text/ }), { target: { value: '007' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(rowHeads()).toHaveLength(2));
    expect(query(shown.address()).get('args')).toBe('{"text":"007"}');
    expect(server.requests[0]?.variables).toEqual({ text: '007' });
  });

  test('are kept in the address', async () => {
    const server = harbourServer();
    showData(server, `/data/search?args=${encodeURIComponent('{"text":"119"}')}`);
    await waitFor(() => expect(rowHeads()).toHaveLength(2));
    const box = (await screen.findByRole('textbox', { name: /Text/ })) as HTMLInputElement;
    expect(box.value).toBe('119');
  });
});

describe('selection', () => {
  test('is counted, copied as a table of raw values, and kept on other pages until it is cleared', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    showData(harbourServer(), '/data/ships?size=10&columns=name,worth,builtOn');
    await rowsBegin('Ship 001');
    const boxes = screen.getAllByRole('checkbox', { name: /^Select row/ });
    fireEvent.click(boxes[0] as HTMLElement);
    fireEvent.click(boxes[2] as HTMLElement);
    expect(await screen.findByText('2 selected')).toBeTruthy();
    press('Copy');
    await waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toBe(
      'Name\tWorth\tBuilt on\nShip 001\t9007199254740993\t2010-03-01\nShip 003\t9007199254740993\t2012-03-03',
    );
    press(/Next/);
    await rowsBegin('Ship 011');
    fireEvent.click(screen.getAllByRole('checkbox', { name: /^Select row/ })[0] as HTMLElement);
    expect(await screen.findByText('3 selected')).toBeTruthy();
    expect(screen.getByText('2 on other pages')).toBeTruthy();
    press('Copy');
    await waitFor(() => expect(copied).toHaveLength(2));
    expect(copied[1]?.split('\n').map(line => line.split('\t')[0])).toEqual(['Name', 'Ship 001', 'Ship 003', 'Ship 011']);
    press(/Back/);
    await rowsBegin('Ship 001');
    expect(screen.getByText('1 on other pages')).toBeTruthy();
    press('Clear selection');
    expect(screen.queryByText(/selected$/)).toBeNull();
    press(/Next/);
    await rowsBegin('Ship 011');
    expect(screen.queryByText(/selected$/)).toBeNull();
  });
});

test('As query shows exactly what is sent, and opens it in Query', async () => {
  const server = harbourServer();
  showData(server, '/data/ships?size=10&filter=type:is:FERRY&columns=name');
  await rowsBegin('Ship 002');
  press('As query');
  const dialog = await screen.findByRole('dialog');
  const sent = server.requests[0];
  const shown = dialog.querySelectorAll('pre');
  expect(shown[0]?.textContent?.replace(/\s+/g, ' ').trim()).toBe(
    sent?.query
      .replace(/__typename/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  expect(JSON.parse(shown[1]?.textContent ?? '')).toEqual(sent?.variables);
  const link = within(dialog).getByRole('link', { name: /Open in Query/ });
  const address = new URL(link.getAttribute('href') ?? '', 'http://test');
  expect(address.pathname).toBe('/query');
  expect(address.searchParams.get('query')).toContain('ships(first: $first, filter: $filter)');
});

test('Refresh requests the rows again, whatever is cached', async () => {
  const server = harbourServer();
  showData(server, '/data/ships?size=10');
  await rowsBegin('Ship 001');
  press('Refresh');
  await waitFor(() => expect(server.requests).toHaveLength(2));
});

test('an unknown collection is reported by name, with a link back', async () => {
  showData(harbourServer(), '/data/%3Cscript%3E');
  expect(await screen.findByText('Collection “<script>” not found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose a collection' }).getAttribute('href')).toBe('/');
});
