import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pagePolicy } from '../../src/server/securityHeaders';

/** The parsed policy: the sources of each directive. */
function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(policy.split('; ').map(part => [part.split(' ')[0], part.split(' ').slice(1)]));
}

describe('the policy of the page', () => {
  const policy = directives(pagePolicy(null, []));

  it('lets scripts come from this origin only, and never from a string', () => {
    expect(policy['script-src']).toEqual(["'self'"]);
    expect(policy['default-src']).toEqual(["'self'"]);
    expect(policy['require-trusted-types-for']).toEqual(["'script'"]);
    expect(pagePolicy(null, [])).not.toContain('unsafe');
  });

  it('cannot be framed, rebased, filled with objects or made to post elsewhere', () => {
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['form-action']).toEqual(["'self'"]);
  });

  it('can connect to any API over TLS and to this machine, unless it is narrowed', () => {
    expect(policy['connect-src']).toEqual(
      expect.arrayContaining(["'self'", 'https:', 'wss:', 'http://localhost:*', 'ws://127.0.0.1:*']),
    );
    expect(policy['connect-src']).not.toContain('http:');
    expect(directives(pagePolicy(['https://api.example.com'], []))['connect-src']).toEqual(["'self'", 'https://api.example.com']);
  });

  it('allows the host that an AppSync API sends its feeds from', () => {
    const sources = directives(pagePolicy([], ['https://abc.appsync-api.eu-west-1.amazonaws.com/graphql']))['connect-src'];
    expect(sources).toContain('wss://abc.appsync-realtime-api.eu-west-1.amazonaws.com');
  });

  it('always reaches the configured endpoints, by either protocol', () => {
    const sources = directives(pagePolicy([], ['http://lan:8080/graphql', '/live', 'wss://live.example/x?y']))['connect-src'];
    expect(sources).toEqual(["'self'", 'http://lan:8080', 'ws://lan:8080', 'wss://live.example']);
  });

  it('allows the two style elements of react-aria by their hashes, as they are in the installed version', () => {
    const folder = 'node_modules/react-aria/dist/private';
    const pressable = readFileSync(`${folder}/interactions/usePress.mjs`, 'utf8');
    const scroll = readFileSync(`${folder}/overlays/usePreventScroll.mjs`, 'utf8');
    const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(pressable)?.[1] ?? '';
    const texts = [pressable, scroll].map(
      source => /style\.textContent = `([\s\S]*?)`\.trim\(\)/.exec(source)?.[1]?.trim() ?? '',
    );
    const hashes = texts.map(text => {
      const filled = text.replace(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/, attribute);
      return `'sha256-${createHash('sha256').update(filled).digest('base64')}'`;
    });
    expect(attribute).not.toBe('');
    expect(policy['style-src']).toEqual(["'self'", ...hashes]);
  });
});
