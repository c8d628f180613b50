import { pathToRoot, splitPrefix } from '../../src/server/sitePrefix';

it.each([
  ['/', '', '/'],
  ['/data/ships?sort=name', '', '/data/ships?sort=name'],
  ['/graphql', '', '/graphql'],
  ['/docs/a/b/c/data/ships', '', '/docs/a/b/c/data/ships'],
  ['/tools/oriel/', '/tools/oriel', '/'],
  ['/tools/oriel/?endpoint=x', '/tools/oriel', '/?endpoint=x'],
  ['/tools/oriel/data/ships', '/tools/oriel', '/data/ships'],
  ['/tools/oriel/data/ships?a=/data/x', '/tools/oriel', '/data/ships?a=/data/x'],
  ['/tools/oriel/graphql', '/tools/oriel', '/graphql'],
  ['/tools/oriel/assets/client.0.js', '/tools/oriel', '/assets/client.0.js'],
  ['/tools/oriel/config.json', '/tools/oriel', '/config.json'],
  ['/tools/oriel/healthz', '/tools/oriel', '/healthz'],
  ['/tools/oriel/files/12', '/tools/oriel', '/files/12'],
  ['/query/data/ships', '/query', '/data/ships'],
])('%s is %j and %s', (address, prefix, rest) => {
  expect(splitPrefix(address)).toEqual({ prefix, rest });
});

it.each([
  '/nonsense',
  '/data/ships/1/2/3',
  '/a/b/c/d/e/data',
  '/..%2f/x/data/../x',
  '/x.php/',
  '//evil.test/data',
  '/tools/oriel',
  '',
])('%j has no prefix', address => expect(splitPrefix(address)).toEqual({ prefix: '', rest: address }));

it.each([
  ['/', './'],
  ['/data', './'],
  ['/data/ships', '../'],
  ['/docs/Ship/name', '../../'],
])('the root of %s is %s', (path, root) => {
  expect(pathToRoot(path)).toBe(root);
});
