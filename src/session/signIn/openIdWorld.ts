/** The page functions that signing in by OpenID Connect uses. */
import type { KeyValueStorage } from '../../lib/storage';
import type { TabWorld } from './tokenRenewer';

/** Functions of the page and its tabs. */
export interface OpenIdWorld extends TabWorld {
  fetch: typeof fetch;
  /** Navigates to a URL. */
  go(url: string): void;
  /** The page's URL that the provider redirects back to. */
  redirectUri: string;
  /** The page's present URL: path, query and fragment. */
  here(): string;
  tabStorage: KeyValueStorage;
}
