/**
 * Where the screens of a connection load pictures from by themselves: the page's own origin, that of the connection's endpoint, and those
 * that were asked for. Other hosts would learn from the request who looks at what.
 */
import { type ReactNode, useMemo } from 'react';
import { imageOrigins, originOf, withOrigin } from '../../session/connections/imageOrigins';
import type { Session } from '../../session/connections/session';
import { type ImageSources, ImageSourcesContext } from '../../ui/text/imageSources';
import { useReadable } from '../../ui/text/useReadable';

/** Gives the screens inside it their sources. */
export function ScreenImages({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  const store = imageOrigins(session.preferences);
  const asked = useReadable(store);
  const { pageUrl } = session;
  const { httpEndpoint } = session.connection;
  const sources = useMemo((): ImageSources => {
    const trusted = new Set([originOf(httpEndpoint, pageUrl), ...asked]);
    // By host: behind a TLS proxy the server takes its own page for one by http, and both have to render the same.
    const own = `://${new URL(pageUrl).host}`;
    return {
      loads: origin => trusted.has(origin) || origin.endsWith(own),
      allow: origin => store.update(known => withOrigin(known, origin)),
    };
  }, [pageUrl, httpEndpoint, asked, store]);
  return <ImageSourcesContext value={sources}>{children}</ImageSourcesContext>;
}
