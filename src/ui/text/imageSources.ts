/** Which origins pictures named by values are loaded from without a press; the frame around the screens knows (app/shell/ScreenImages.tsx). */
import { createContext } from 'react';

/** See the head of the file. */
export interface ImageSources {
  loads(origin: string): boolean;
  /** Loads from that origin from now on; null where that cannot be remembered. */
  allow: ((origin: string) => void) | null;
}

/** Without a frame nothing is loaded by itself. */
export const ImageSourcesContext = createContext<ImageSources>({ loads: () => false, allow: null });
