/** Which images are loaded automatically: server and browser must agree on each, or hydration fails. */
import { useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { ScreenImages } from '../../../src/app/shell/ScreenImages';
import { memoryStorage } from '../../../src/lib/storage';
import { createPreferences } from '../../../src/session/connections/preferences';
import type { Session } from '../../../src/session/connections/session';
import { ImageSourcesContext } from '../../../src/ui/text/image/imageSources';

const OFFERED = [
  'https://orders.example',
  'http://orders.example',
  'https://api.example',
  'http://api.example',
  'https://a.orders.example',
  'https://orders.example:8080',
];

function Loaded(): string {
  const { loads } = useContext(ImageSourcesContext);
  return OFFERED.filter(loads).join(' ');
}

/** The origins that a page at this URL loads images from. */
function loaded(pageUrl: string, httpEndpoint: string): string[] {
  const session = { pageUrl, connection: { httpEndpoint }, preferences: createPreferences(memoryStorage(), 'one') };
  const html = renderToString(
    <ScreenImages session={session as unknown as Session}>
      <Loaded />
    </ScreenImages>,
  );
  return html.split(' ').filter(Boolean);
}

it.each(['http://orders.example/', 'https://orders.example/'])(
  'a page at %s loads from its own host by both schemes: behind a TLS proxy the server does not know the scheme',
  pageUrl => {
    expect(loaded(pageUrl, '/graphql')).toEqual(['https://orders.example', 'http://orders.example']);
    expect(loaded(pageUrl, 'https://api.example/graphql')).toEqual([
      'https://orders.example',
      'http://orders.example',
      'https://api.example',
    ]);
  },
);

it('treats another port as another host', () => {
  expect(loaded('http://orders.example:8080/', '/graphql')).toEqual(['https://orders.example:8080']);
});
