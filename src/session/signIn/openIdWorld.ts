/** What signing in by OpenID Connect needs of the page and its tabs. */
import type { KeyValueStorage } from '../../lib/storage';
import type { TabWorld } from './oidcKeeper';

/** What lies outside: the page and its tabs. */
export interface OpenIdWorld extends TabWorld {
  fetch: typeof fetch;
  /** Leaves the page for an address. */
  go(url: string): void;
  /** The page's own address that the provider returns to. */
  redirectUri: string;
  /** The address of the page now: path, query and fragment. */
  here(): string;
  tabStorage: KeyValueStorage;
}
