/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** A collection that is sorted by a text, on servers that understand different texts and do not say which. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowHeads, rowsBegin, showData } from '../showData';

afterEach(endAll);

const SHIPS = ['Cedar', 'Aspen', 'Elm', 'Birch', 'Dogwood', 'Fir'].map((name, at) => ({ id: String(at), name }));
const byName = [...SHIPS].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Sorts by a text; undefined: the server does not understand it. */
type Read = (order: string) => typeof SHIPS | undefined;

const sorted = (direction: string | undefined): typeof SHIPS => (direction === 'desc' ? [...byName].reverse() : byName);
const SERVERS: Record<string, { argument: string; read: Read; refuses: boolean; sent: string }> = {
  'as in SQL': {
    argument: 'order_by: String',
    read: order => (/^name (asc|desc)$/.test(order) ? sorted(order.split(' ')[1]) : undefined),
    refuses: true,
    sent: 'name desc',
  },
  'with a minus': {
    argument: 'orderBy: String',
    read: order => (/^-?name$/.test(order) ? sorted(order.startsWith('-') ? 'desc' : 'asc') : undefined),
    refuses: true,
    sent: '-name',
  },
  'with a colon, others are ignored': {
    argument: 'sort: [String!]',
    read: order => (/^name:(asc|desc)$/.test(order) ? sorted(order.split(':')[1]) : undefined),
    refuses: false,
    sent: 'name:desc',
  },
};

function open(argument: string, read: Read, refuses: boolean) {
  const [name = ''] = argument.split(':');
  const server = schemaServer(`type Query { ships(${argument}): [Ship!]! } type Ship { id: ID! name: String! }`, {
    ships: ({ [name]: order }: Record<string, string | string[] | undefined>) => {
      if (order === undefined) return SHIPS;
      const rows = read([order].flat()[0] ?? '');
      if (rows === undefined && refuses) throw new Error(`Cannot sort by ${order}`);
      return rows ?? SHIPS;
    },
  });
  return Object.assign(server, { introspection: introspectionFromSchema(server.schema) });
}

it.each(Object.keys(SERVERS))('%s', async name => {
  const { argument, read, refuses, sent } = SERVERS[name] as (typeof SERVERS)[string];
  const server = open(argument, read, refuses);
  const shown = showData(server, '/data/ships?sort=-name');
  await rowsBegin('Fir', 'Elm', 'Dogwood');
  const orders = (): unknown[] => server.requests.map(({ variables }) => Object.values(variables).flat()[0]);
  expect(orders().at(-1)).toBe(sent);
  // Remembered: the reverse order takes one request.
  const before = server.requests.length;
  act(() => shown.session.navigation.go('/data/ships?sort=name'));
  await rowsBegin('Aspen', 'Birch', 'Cedar');
  expect(orders().slice(before)).toHaveLength(1);
});

it('that no text sorts are shown in their own order, and the order is not offered again', async () => {
  const server = open('order_by: String', () => undefined, true);
  showData(server, '/data/ships?sort=name');
  await rowsBegin('Cedar', 'Aspen', 'Elm');
  expect(server.requests.filter(({ variables }) => Object.keys(variables).length > 0)).toHaveLength(5);
  const header = screen.getByRole('columnheader', { name: /Name/ });
  fireEvent.click(header.querySelector('button') ?? header);
  await waitFor(() => expect(rowHeads()).toHaveLength(6));
  expect(header.getAttribute('aria-sort') ?? 'none').not.toBe('ascending');
});
