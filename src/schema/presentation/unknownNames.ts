/** Lists the names in a presentation that the schema does not have. They have no effect, but show where an API has changed. */
import type { Presentation } from '../../lib/page/presentation';
import { fieldsOf, type SchemaModel } from '../model/schemaModel';
import { placeOf } from './presentModel';

/** The paths of unknown names in the presentation file: `collections.ships`, `types.Ship.fields.name`. */
export function unknownNames(model: SchemaModel, { collections, actions, feeds, types, enums }: Presentation): string[] {
  const found: string[] = [];
  for (const id of collections.keys()) if (placeOf(model, model.queryType, id) === null) found.push(`collections.${id}`);
  for (const [area, root, offers] of [
    ['actions', model.mutationType, actions],
    ['feeds', model.subscriptionType, feeds],
  ] as const)
    for (const id of offers.keys()) if (root === null || placeOf(model, root, id) === null) found.push(`${area}.${id}`);
  for (const [name, said] of types) {
    const type = model.types.get(name);
    const own = type?.kind === 'input' ? type.inputFields : fieldsOf(type);
    if (type === undefined) found.push(`types.${name}`);
    else {
      for (const field of said.fields?.keys() ?? []) if (!own.has(field)) found.push(`types.${name}.fields.${field}`);
      if (said.display !== undefined && !own.has(said.display)) found.push(`types.${name}.display`);
      for (const field of said.search ?? []) if (!own.has(field)) found.push(`types.${name}.search.${field}`);
    }
  }
  for (const [name, values] of enums) {
    const type = model.types.get(name);
    if (type?.kind !== 'enum') found.push(`enums.${name}`);
    else
      for (const value of values.keys()) if (!type.values.some(each => each.name === value)) found.push(`enums.${name}.${value}`);
  }
  return found;
}
