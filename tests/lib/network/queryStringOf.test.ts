import { queryStringOf } from '../../../src/lib/network/queryStringOf';

it.each([
  ['/data', ''],
  ['/data?', ''],
  ['/data?a=1&b=2', 'a=1&b=2'],
  ['/data?a=?&endpoint=b', 'a=?&endpoint=b'],
  ['/data?a=1#b?c', 'a=1'],
  ['/data#b?c', ''],
])('the query string of %s is %j', (address, query) => {
  expect(queryStringOf(address)).toBe(query);
});
