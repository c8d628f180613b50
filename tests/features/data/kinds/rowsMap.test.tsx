/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Rows on a map: which columns are a location, which rows are listed, and keyboard access to the points. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { kindColumns } from '../../../../src/features/data/kinds/kindColumns';
import { landOutline } from '../../../../src/features/data/kinds/landOutline';
import { clustersOf, fitView, panView, pointOf, zoomView } from '../../../../src/features/data/kinds/mapView';
import { longitudeOf, placeOf } from '../../../../src/features/data/kinds/placeOf';
import { modelOf } from '../../../schema/modelOf';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Position { latitude: Float!, longitude: Float! }
  type Port { id: ID!, name: String!, position: Position, flat: Float, along: Float }
  type Buoy { id: ID!, geo_lat: Float, geo_lng: Float, homeLat: Float, awayLng: Float }
  type Query { ports: [Port!]!, port(id: ID!): Port, buoys: [Buoy!]! }
`;

test('recognises a place by the names of two numbers, in the row or in an object in it, and nothing else', () => {
  const model = modelOf(SDL);
  const pairs = (type: string) => kindColumns(model, type).map.map(column => [column.id, longitudeOf(model, type, column)?.id]);
  expect(pairs('Port')).toEqual([['position.latitude,position.longitude', 'position.longitude']]);
  expect(pairs('Buoy')).toEqual([['geo_lat,geo_lng', 'geo_lng']]);
  const [latitude] = kindColumns(model, 'Buoy').map;
  const place = (lat: unknown, lng: unknown) =>
    latitude && placeOf({ geo_lat: lat, geo_lng: lng }, latitude, longitudeOf(model, 'Buoy', latitude) ?? latitude);
  expect(place(54.1, -7)).toEqual({ latitude: 54.1, longitude: -7 });
  expect(place('54.1', '181')).toBeNull();
  expect(place(91, 0)).toBeNull();
  expect(place(null, 0)).toBeNull();
  expect(place('', 0)).toBeNull();
});

test('shows all places at first, merges near ones, and separates them after zooming in', () => {
  const size = { width: 600, height: 400 };
  const places = [
    { latitude: 51, longitude: 4 },
    { latitude: 51.01, longitude: 4.01 },
    { latitude: 60, longitude: 11 },
  ];
  const view = fitView(places, size);
  const rows = (of = view) => clustersOf(places, of, size).map(cluster => cluster.rows);
  expect(rows()).toEqual([[0, 1], [2]]);
  expect(rows(fitView(places.slice(0, 2), size))).toEqual([[0, 1]]);
  expect(rows(zoomView(fitView(places.slice(0, 2), size), 8, size))).toEqual([[0], [1]]);
  const at = pointOf(view, size, { latitude: 60, longitude: 11 });
  const nearer = pointOf(zoomView(view, 2, size, at), size, { latitude: 60, longitude: 11 });
  expect(nearer.x).toBeCloseTo(at.x);
  expect(nearer.y).toBeCloseTo(at.y);
  expect(pointOf(panView(view, 30, -20), size, { latitude: 60, longitude: 11 }).y).toBeCloseTo(at.y - 20);
});

test('draws land on both sides of the 180th meridian without a line across the map', () => {
  const rings = landOutline()
    .split('M')
    .slice(1)
    .map(ring =>
      ring
        .slice(0, -1)
        .split('L')
        .map(point => point.split(' ').map(Number)),
    );
  const steps = rings.flatMap(ring => ring.map(([x = 0, y = 0], at) => ({ y, wide: Math.abs(x - (ring.at(at - 1)?.[0] ?? x)) })));
  // Only the lower edge of Antarctica is as wide as the map.
  expect(steps.filter(({ wide, y }) => wide > 180 && y < 85)).toEqual([]);
});

test('has the outline of the land in degrees', () => {
  const outline = landOutline();
  expect(outline.length).toBeGreaterThan(20_000);
  expect(outline).toMatch(/^(?:M-?\d+\.\d\d -?\d+\.\d\d(?:L-?\d+\.\d\d -?\d+\.\d\d)+Z)+$/);
  for (const number of outline.match(/-?\d+\.\d+/g) ?? []) expect(Math.abs(Number(number))).toBeLessThanOrEqual(180.01);
});

test('shows records on the map and in the list beside it; arrow keys move between points, and Enter opens', async () => {
  const ports = [
    { id: 'p1', name: 'Rotterdam', position: { latitude: 51.9, longitude: 4.5 } },
    { id: 'p2', name: 'Oslo', position: { latitude: 59.9, longitude: 10.7 } },
    { id: 'p3', name: 'Nowhere', position: null },
  ];
  const server = schemaServer(SDL, { ports: () => ports, port: ({ id }: { id: string }) => ports.find(port => port.id === id) });
  const shown = showData(
    { ...server, introspection: introspectionFromSchema(server.schema) } as Parameters<typeof showData>[0],
    '/data/ports?kind=map&columns=name',
  );
  const list = await screen.findByRole('region', { name: '2 records in view' });
  expect(
    within(list)
      .getAllByRole('button')
      .map(button => button.textContent),
  ).toEqual(['Rotterdam', 'Oslo']);
  expect(screen.getByText('1 row without a place')).toBeTruthy();
  const rotterdam = document.querySelector<HTMLElement>('.map-point[aria-label="Rotterdam"]') as HTMLElement;
  rotterdam.focus();
  fireEvent.keyDown(rotterdam, { key: 'ArrowUp' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Oslo');
  fireEvent.click(document.activeElement as HTMLElement);
  await waitFor(() => expect(shown.address()).toContain('record=Port%3Ap2'));
});

test('offers a map by a column whose values are points, and by no other value', async () => {
  const sdl = `scalar geography scalar JSON type Berth { id: ID!, name: String!, spot: geography, notes: JSON }
    type Query { berths: [Berth!]!, berth(id: ID!): Berth }`;
  const open = async (spot: unknown) => {
    const berths = [{ id: '1', name: 'North', spot, notes: { type: 'Polygon', coordinates: [[1, 2]] } }];
    const server = schemaServer(sdl, { berths: () => berths });
    const introspection = introspectionFromSchema(server.schema);
    showData({ ...server, introspection } as Parameters<typeof showData>[0], '/data/berths');
    await screen.findByText('North');
    fireEvent.click(await screen.findByRole('button', { name: /^View: / }));
    return within(await screen.findByRole('menu'));
  };
  const menu = await open({ type: 'Point', coordinates: [5, 60] });
  fireEvent.click(menu.getByRole('menuitemradio', { name: 'Map' }));
  expect(await screen.findByRole('heading', { name: '1 record in view' })).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
  endAll();
  for (const spot of [null, 'here', { type: 'Point', coordinates: [500, 60] }, { type: 'Point', coordinates: 'x' }]) {
    expect((await open(spot)).queryByRole('menuitemradio', { name: 'Map' })).toBeNull();
    endAll();
  }
});
