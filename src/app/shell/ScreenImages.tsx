/**
 * Controls from which origins screens load images automatically: the page's own origin, that of the connection's endpoint, and origins that
 * the user has allowed. A request to any other host would reveal who views which record.
 */
import { type ReactNode, useMemo } from 'react';
import { imageOrigins, originOf, withOrigin } from '../../session/connections/imageOrigins';
import type { Session } from '../../session/connections/session';
import { type ImageSources, ImageSourcesContext } from '../../ui/text/image/imageSources';
import { useReadable } from '../../ui/useReadable';

/** Provides the image sources to the screens inside it. */
export function ScreenImages({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  const store = imageOrigins(session.preferences);
  const allowed = useReadable(store);
  const { pageUrl } = session;
  const { httpEndpoint } = session.connection;
  const sources = useMemo((): ImageSources => {
    const trusted = new Set([originOf(httpEndpoint, pageUrl), ...allowed]);
    // Compared by host: behind a TLS proxy the server sees its page as http, and both renders must be equal.
    const own = `://${new URL(pageUrl).host}`;
    return {
      loads: origin => trusted.has(origin) || origin.endsWith(own),
      allow: origin => store.update(origins => withOrigin(origins, origin)),
    };
  }, [pageUrl, httpEndpoint, allowed, store]);
  return <ImageSourcesContext value={sources}>{children}</ImageSourcesContext>;
}
