import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { jsonForScript, pageShells } from '../../../src/server/pages/pageShell';
import { BUILD_PAGE } from '../../support/hosting/buildFolder';

describe('the page', () => {
  it('carries the configuration at the end of its head, and no second policy', () => {
    const { html } = pageShells(BUILD_PAGE, { name: 'Orders' }).at('./');
    expect(html).toContain('<script type="application/json" id="oriel-config">{"name":"Orders"}</script>\n  </head>');
    expect(html).not.toContain('http-equiv');
  });

  it('stays one element, whatever the configuration holds', () => {
    const name = '</script><script>alert(1)</script><!--\u2028$&';
    const { html } = pageShells(BUILD_PAGE, { name }).at('./');
    const inside = /id="oriel-config">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(inside).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(inside)).toEqual({ name });
    expect(JSON.parse(jsonForScript({ a: ['<', '\u2029'] }))).toEqual({ a: ['<', '\u2029'] });
  });

  it.each([`./a"onload="b/`, "./$'/", './$&/', './a&quot;b/'])(
    'links its files relative to %s, whatever the path holds',
    root => {
      const { html } = pageShells(BUILD_PAGE, {}).at(root);
      const written = /src="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
      expect(written).toBe(`${root}assets/client.0123.js`);
    },
  );

  it('is sent in the smallest encoding that the browser accepts', () => {
    const shell = pageShells(BUILD_PAGE, {}).at('./');
    const br = shell.encode('gzip, deflate, br;q=0.9');
    expect([br.encoding, brotliDecompressSync(br.body).toString()]).toEqual(['br', shell.html]);
    const gzip = shell.encode('gzip, br;q=0');
    expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', shell.html]);
    for (const plain of [undefined, '', 'identity', 'br;q=0.0'])
      expect(shell.encode(plain)).toEqual({ encoding: null, body: Buffer.from(shell.html) });
  });

  it('has another etag when the configuration is another one', () => {
    expect(pageShells(BUILD_PAGE, {}).at('./').etag).toBe(pageShells(BUILD_PAGE, {}).at('./').etag);
    expect(pageShells(BUILD_PAGE, {}).at('./').etag).not.toBe(pageShells(BUILD_PAGE, { name: 'x' }).at('./').etag);
  });

  it('refuses a template that is no page', () => {
    expect(() => pageShells('<p>', {})).toThrow('no </head>');
  });
});
