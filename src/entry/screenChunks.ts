/** Which chunks the first screen of an address is made of, so that the page can name them: then taking it over waits for no further request. */
import { pathParts } from '../session/navigation/navigation';

/** By the first part of the path. The chunk of an area without an entry is called after it. */
const OF_AREA: Readonly<Record<string, readonly string[]>> = {
  data: ['data', 'table-tools'],
  query: ['query', 'query-language'],
};
/** In every frame. */
const OF_FRAME = ['offers', 'rendered'];

/** Names of chunks, as `webpackChunkName` gives them; one that a build lacks is left out by who reads them. */
export function screenChunks(address: string, language: string): string[] {
  const [path = '', query = ''] = address.split('?', 2);
  const [area = 'data', , record] = pathParts(path);
  const parameters = new URLSearchParams(query);
  const opensRecord = record !== undefined || parameters.has('record') || parameters.has('row');
  return [
    ...OF_FRAME,
    ...(OF_AREA[area] ?? [area]),
    ...(area === 'data' && opensRecord ? ['record'] : []),
    ...(language === 'en' ? [] : [/-X[AB]$/.test(language) ? 'language-pseudo' : `language-${language}`]),
  ];
}
