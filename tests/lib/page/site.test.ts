import { createSite } from '../../../src/lib/page/site';

describe('a folder of a server', () => {
  const site = createSite({ url: 'https://host.test/tools/oriel/', mode: 'path' });

  it.each(['/', '/data/ships', '/data/ships?sort=name', '/docs/Ship/name'])(
    '%s goes out under the prefix and comes back',
    href => {
      const outer = site.outer(href);
      expect(outer).toBe(`/tools/oriel${href}`);
      expect(site.inner(new URL(outer, 'https://host.test/x/y/z'))).toBe(href);
    },
  );

  it.each(['https://host.test/other', 'https://elsewhere.test/tools/oriel/data', 'https://host.test/tools/oriel/data#here'])(
    '%s is no place in it',
    address => expect(site.inner(new URL(address))).toBeNull(),
  );
});

describe('a page of a static host', () => {
  const site = createSite({ url: 'https://host.test/tools/oriel/', mode: 'hash' });

  it.each(['/data/ships', '/data/ships?sort=name', '/docs/Ship/name'])('%s is written to the fragment and read from it', href => {
    const outer = site.outer(href);
    expect(outer).toBe(`/tools/oriel/#${href}`);
    expect(site.inner(new URL(outer, 'https://host.test/'))).toBe(href);
  });

  it('starts at the address of the page, with its query string', () => {
    expect(site.outer('/')).toBe('/tools/oriel/');
    expect(site.inner(new URL('https://host.test/tools/oriel/?endpoint=x'))).toBe('/?endpoint=x');
  });

  it.each(['https://host.test/tools/oriel/#part', 'https://host.test/tools/', 'https://elsewhere.test/tools/oriel/'])(
    '%s is no place in it',
    address => expect(site.inner(new URL(address))).toBeNull(),
  );
});
