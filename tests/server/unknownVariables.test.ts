import { unknownVariables } from '../../src/server/unknownVariables';

const KNOWN = ['ORIEL_UPSTREAM', 'ORIEL_UPSTREAM_TIMEOUT_MS', 'ORIEL_HTTP_ENDPOINT', 'ORIEL_NAME', 'ORIEL_PERSISTED_QUERIES'];

it.each([
  ['ORIEL_UPSTEAM', 'ORIEL_UPSTREAM'],
  ['ORIEL_upstream', 'ORIEL_UPSTREAM'],
  ['oriel_name', 'ORIEL_NAME'],
  ['ORIELNAME', 'ORIEL_NAME'],
  ['ORIEL_HTTP_ENDPOINTS', 'ORIEL_HTTP_ENDPOINT'],
  ['ORIEL_PERSISTED_QUERY', 'ORIEL_PERSISTED_QUERIES'],
  ['ORIEL_THEME_COLOUR', null],
])('%s is not known; meant was %s', (name, meant) => {
  expect(unknownVariables({ [name]: 'x', PATH: '/bin', PORT: '1' }, KNOWN)).toEqual([{ name, meant }]);
});

it('known ones, and what Kubernetes sets for a service that is called oriel, are not reported', () => {
  const set = ['ORIEL_SERVICE_HOST', 'ORIEL_SERVICE_PORT', 'ORIEL_SERVICE_PORT_HTTP', 'ORIEL_PORT', 'ORIEL_PORT_80_TCP_ADDR'];
  expect(unknownVariables(Object.fromEntries([...KNOWN, ...set].map(name => [name, 'x'])), KNOWN)).toEqual([]);
});
