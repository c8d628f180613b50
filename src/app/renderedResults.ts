/** The options for results of queries that a server render puts into the page. A module of its own: other pages do not load its code. */
import { createSsr } from '../transport/exchanges/ssrExchange';
import type { AppOptions } from './createApp';

/** @param ssrState the results in the page; undefined on the server */
export const renderedResults = (ssrState?: unknown): Pick<AppOptions, 'createSsr' | 'ssrState'> => ({ createSsr, ssrState });
