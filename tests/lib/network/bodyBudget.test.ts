import { createBodyBudget } from '../../../src/lib/network/bodyBudget';

it('gives up the largest body, and counts neither that one nor completed ones any longer', () => {
  const budget = createBodyBudget(100);
  const given: string[] = [];
  const begin = (name: string) => budget.begin(() => given.push(name));
  const [large, small] = [begin('large'), begin('small')];
  large.grow(60);
  small.grow(30);
  expect(given).toEqual([]);
  small.grow(20);
  expect(given).toEqual(['large']);
  large.grow(1000);
  large.end();
  small.end();
  const next = begin('next');
  next.grow(100);
  expect(given).toEqual(['large']);
  next.grow(1);
  expect(given).toEqual(['large', 'next']);
});
