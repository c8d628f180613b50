import { createCookieBudget } from '../../../src/server/gateway/cookieBudget';

const cookie = (name: string, length: number): string => `${name}=${'x'.repeat(length)}; Max-Age=60`;

it('counts the cookies that came twice (for two paths) twice', () => {
  const allowance = createCookieBudget().begin('127.0.0.1', [`a=${'x'.repeat(3000)}`, `a=${'y'.repeat(3000)}`]);
  expect(allowance.filter([cookie('b', 3000)])).toEqual([]);
});

it('counts no cookies for an event stream that has begun, which would collect them for hours', () => {
  const budget = createCookieBudget();
  const stream = budget.begin('127.0.0.1', []);
  stream.filter([]);
  for (let at = 0; at < 100; at++) expect(budget.begin('127.0.0.1', []).filter([cookie(`request-${at}`, 200)])).toHaveLength(1);
  expect(stream.filter([cookie('a', 7000)])).toHaveLength(1);
});

it('limits the number of cookies, because a browser would delete others of the host', () => {
  const budget = createCookieBudget();
  const short = Array.from({ length: 300 }, (_, at) => `c${at}=1`);
  const set = budget.begin('127.0.0.1', []).filter(short);
  expect(set).toHaveLength(50);
  const next = budget.begin('127.0.0.1', set);
  expect(next.filter(['new=1', 'c0=2'])).toEqual(['c0=2']);
});
