import { hostAddress } from '../../../src/session/connections/hostAddress';

it.each([
  ['graphql', 'https://host.test/tools/oriel/', '/tools/oriel/graphql'],
  ['./graphql?x=1', 'https://host.test/', '/graphql?x=1'],
  ['../api', 'https://host.test/tools/oriel/', '/tools/api'],
  ['/graphql', 'https://host.test/tools/oriel/', '/graphql'],
  ['https://api.test/graphql', 'https://host.test/tools/oriel/', 'https://api.test/graphql'],
])('%s seen from %s is %s', (address, page, wanted) => {
  expect(hostAddress(address, page)).toBe(wanted);
});
