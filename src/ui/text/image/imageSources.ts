/** A context for the origins from which images in values load automatically. Provided by app/shell/ScreenImages.tsx. */
import { createContext } from 'react';

/** The trusted origins. */
export interface ImageSources {
  loads(origin: string): boolean;
  /** Trusts an origin from now on; null if that cannot be remembered. */
  allow: ((origin: string) => void) | null;
}

/** Without a provider no image loads automatically. */
export const ImageSourcesContext = createContext<ImageSources>({ loads: () => false, allow: null });
