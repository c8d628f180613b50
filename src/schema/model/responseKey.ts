/**
 * Under which key a field of a union's or interface's member comes back. Two members may have fields of one name and different types, which
 * GraphQL refuses to merge (https://spec.graphql.org/draft/#sec-Field-Selection-Merging); such a field is given an alias made of its type
 * and name. The key depends on the schema alone, so that a column knows its own.
 */
import { type FieldModel, fieldsOf, type SchemaModel, typeText } from './schemaModel';

/**
 * @param holder the type of the selection
 * @param on the type the field is selected for by an inline fragment; null for the holder itself
 */
export function responseKey(model: SchemaModel, holder: string, on: string | null, field: FieldModel): string {
  if (on === null || on === holder || !isDisputed(model, holder, field.name)) return field.name;
  return model.remember(`key ${holder} ${on} ${field.name}`, () => {
    // An underscore inside a part would make the two parts ambiguous; their lengths make the key unique.
    let alias = /_/.test(on + field.name) ? `_${on.length}_${on}_${field.name}` : `${on}_${field.name}`;
    while (namesOf(model, holder).has(alias)) alias = `${alias}_`;
    return alias;
  });
}

/** Names of all fields of the holder and its members, with their types and arguments as text; null where they differ. */
function namesOf(model: SchemaModel, holder: string): ReadonlyMap<string, string | null> {
  return model.remember(`names ${holder}`, () => {
    const names = new Map<string, string | null>();
    const type = model.types.get(holder);
    const members = type?.kind === 'union' || type?.kind === 'interface' ? type.possibleTypes : [];
    for (const member of [holder, ...members]) {
      for (const field of fieldsOf(model.types.get(member)).values()) {
        const text = `${typeText(field.type)} ${[...field.args.keys()].join()}`;
        const known = names.get(field.name);
        names.set(field.name, known === undefined || known === text ? text : null);
      }
    }
    return names;
  });
}

function isDisputed(model: SchemaModel, holder: string, name: string): boolean {
  return namesOf(model, holder).get(name) === null;
}
