/**
 * The state that a server-rendered page passes to its browser, in script elements that hold data and run nothing. It belongs to one reader and
 * one address; what is the same for all pages is in publicConfig.ts.
 */

/** Ids of the elements: the state, the introspection answer beside it, and the styles of single elements. */
export const PAGE_STATE_ID = 'oriel-page';
export const PAGE_SCHEMA_ID = 'oriel-schema';
export const PAGE_STYLES_ID = 'oriel-styles';
/** Attribute of an element that had a style of its own: the place of its rule in the style element. */
export const STYLE_ATTRIBUTE = 'data-style';
/** Digest of a part that was not ready in time: the browser renders it, and that is no error. */
export const LATE_DIGEST = 'late';

/** What a page says while its texts cannot be loaded, in its own language. */
export interface HeldTexts {
  /** That they could not be loaded. */
  notice: string;
  /** On the button that asks again. */
  again: string;
}

/** The state. */
export interface PageState {
  /** BCP 47 tag. */
  language: string;
  /** False where the texts of that language could not be loaded: the page is in English. */
  isTranslated: boolean;
  /** Missing where the page is in English, whose texts need no fetching. */
  held?: HeldTexts;
  /** True where the reader has chosen it (the cookie says so), false where it was guessed from Accept-Language. */
  isChosen: boolean;
  /** The reader's languages in order, from Accept-Language. */
  wishes: readonly string[];
  /** IANA name of the zone dates are in. */
  timeZone: string;
  theme: 'system' | 'light' | 'dark';
  density: 'compact' | 'roomy';
  /** When the introspection answer was fetched, in ms since the epoch; null: there is none. */
  schemaAt: number | null;
  /** Why there is none, as transport/observe/failure.ts says it; missing: it was not asked for, or is late. */
  schemaFailure?: unknown;
  /** Answers of the queries the page was rendered with (`Transport.ssrData`). */
  results: unknown;
}

/** The state as parsed from its element. Only own keys count, so that nothing is taken from a prototype. */
export function readPageState(parsed: unknown): PageState | undefined {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  return Object.assign(Object.create(null) as object, parsed) as PageState;
}
