/**
 * The state that a server-rendered page passes to the browser, in script elements that contain data only. It is for one reader and one
 * address; publicConfig.ts contains what is the same for all pages.
 */

/** Ids of the elements: the state, the introspection result, and the styles that liftStyles.ts collected. */
export const PAGE_STATE_ID = 'oriel-page';
export const PAGE_SCHEMA_ID = 'oriel-schema';
export const PAGE_STYLES_ID = 'oriel-styles';
/** Attribute of an element that had an inline style: the index of its rule in the style element. */
export const STYLE_ATTRIBUTE = 'data-style';
/** Digest of the error for a part that was not ready in time. The browser renders that part, so the error is not reported. */
export const LATE_DIGEST = 'late';

/** The texts of the note on a page whose catalogue cannot be loaded, in the page's language. */
export interface HeldTexts {
  /** Says that the texts could not be loaded. */
  notice: string;
  /** Label of the retry button. */
  again: string;
}

/** The state of a server-rendered page. */
export interface PageState {
  /** BCP 47 tag. */
  language: string;
  /** False if the texts of that language could not be loaded: the page is in English. */
  isTranslated: boolean;
  /** Missing on an English page, because English texts are not loaded separately. */
  held?: HeldTexts;
  /** True if the user has chosen the language (by cookie), false if it was derived from Accept-Language. */
  isChosen: boolean;
  /** The user's languages in order of preference, from Accept-Language. */
  wishes: readonly string[];
  /** IANA name of the time zone that dates are shown in. */
  timeZone: string;
  theme: 'system' | 'light' | 'dark';
  density: 'compact' | 'roomy';
  /** When the introspection result was fetched, in ms since the epoch; null if there is none. */
  schemaAt: number | null;
  /** The `Failure` (transport/observe/failure.ts) of the introspection; missing if it was not requested or not ready in time. */
  schemaFailure?: unknown;
  /** Results of the queries that the page was rendered with (`Transport.ssrData`). */
  results: unknown;
}

/** Reads the state parsed from its element. Only own keys are used, so that nothing comes from a prototype. */
export function readPageState(parsed: unknown): PageState | undefined {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  return Object.assign(Object.create(null) as object, parsed) as PageState;
}
