/**
 * Lists the chunks of an address's first screen. The page preloads them, so that hydration waits for no further request, and nothing is
 * shown without its style sheet.
 */
import { queryStringOf } from '../lib/network/queryStringOf';
import { pathParts } from '../session/navigation/navigation';

/** By the first part of the path. The chunk of an area without an entry has the area's name. */
const OF_AREA: Readonly<Record<string, readonly string[]>> = {
  data: ['data', 'table-tools'],
  query: ['query', 'query-language'],
};
/** The chunks of the frame around all screens. */
const OF_FRAME = ['offers', 'rendered'];
/** How the root elements of parts begin that only some data screens have, each with the chunk of its styles. */
const OF_PART: ReadonlyArray<readonly [mark: string, chunk: string]> = [
  ['class="kind ', 'kinds'],
  ['class="map"', 'map'],
  ['class="summary"', 'summary'],
  ['class="data-arguments"', 'arguments'],
  ['class="markdown"', 'markdown'],
];

/**
 * The chunk names, as in `webpackChunkName`. The caller skips names that a build does not have.
 * @param html the rendered screen, which shows what the address does not
 */
export function screenChunks(address: string, language: string, html: string): string[] {
  const [path = ''] = address.split('?', 1);
  const [area = 'data', , record] = pathParts(path);
  const parameters = new URLSearchParams(queryStringOf(address));
  const opensRecord = record !== undefined || parameters.has('record') || parameters.has('row');
  return [
    ...OF_FRAME,
    ...(OF_AREA[area] ?? [area]),
    ...(area === 'data' && opensRecord ? ['record'] : []),
    ...OF_PART.flatMap(([mark, chunk]) => (html.includes(mark) ? [chunk] : [])),
    ...(language === 'en' ? [] : [/-X[AB]$/.test(language) ? 'language-pseudo' : `language-${language}`]),
  ];
}
