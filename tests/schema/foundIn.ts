/** For tests: a summary of the collections of a schema. */

import { pageDocument } from '../../src/schema/documents/documents';
import { executeMocked, modelOf, schemaOf } from './modelOf';
import { wholeCollections } from './wholeCollections';

/**
 * Returns a line for each collection: id, path of the rows, paging, total, filters, required arguments. Also executes the query of its page on
 * mocked data, which must return rows.
 */
export async function foundIn(sdl: string): Promise<string[]> {
  const model = modelOf(sdl);
  const lines: string[] = [];
  for (const collection of wholeCollections(model)) {
    const { id, shape, paging, total, filter, required, alternateOf } = collection;
    const path =
      total === null ? '-' : total.place === 'inside' ? total.path.join('.') : [total.field.name, ...total.path].join('.');
    const filters = [...(filter?.fields.map(field => field.id) ?? []), ...(filter?.search ? ['search'] : [])];
    lines.push(
      `${id}${alternateOf === null ? '' : ` < ${alternateOf}`} ${shape.rows.join('.')} ${paging.style} ${path} [${filters}]${required.map(field => ` !${field.name}`).join('')}`,
    );
    if (required.length > 0) continue;
    const document = pageDocument(model, collection);
    const result = await executeMocked(schemaOf(sdl), document.query, document.variables);
    expect({ query: document.query, errors: result.errors }).toEqual({ query: document.query, errors: undefined });
    expect(document.read(JSON.parse(JSON.stringify(result.data))).rows.length).toBeGreaterThan(0);
  }
  return lines;
}
