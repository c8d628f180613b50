/** Lists the chunks of an address's first screen. The page preloads them, so that hydration waits for no further request. */
import { queryStringOf } from '../lib/network/queryStringOf';
import { pathParts } from '../session/navigation/navigation';

/** By the first part of the path. The chunk of an area without an entry has the area's name. */
const OF_AREA: Readonly<Record<string, readonly string[]>> = {
  data: ['data', 'table-tools'],
  query: ['query', 'query-language'],
};
/** The chunks of the frame around all screens. */
const OF_FRAME = ['offers', 'rendered'];

/** The chunk names, as in `webpackChunkName`. The caller skips names that a build does not have. */
export function screenChunks(address: string, language: string): string[] {
  const [path = ''] = address.split('?', 1);
  const [area = 'data', , record] = pathParts(path);
  const parameters = new URLSearchParams(queryStringOf(address));
  const opensRecord = record !== undefined || parameters.has('record') || parameters.has('row');
  return [
    ...OF_FRAME,
    ...(OF_AREA[area] ?? [area]),
    ...(area === 'data' && opensRecord ? ['record'] : []),
    ...(language === 'en' ? [] : [/-X[AB]$/.test(language) ? 'language-pseudo' : `language-${language}`]),
  ];
}
