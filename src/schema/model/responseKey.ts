/**
 * Chooses the response key of a field of a union or interface member. Two members can have fields with the same name and different types,
 * which GraphQL does not merge (https://spec.graphql.org/draft/#sec-Field-Selection-Merging). Such a field gets an alias built from its
 * type and name. The key depends only on the schema, so that a column can compute its own key.
 */
import { type FieldModel, fieldsOf, type SchemaModel, typeText } from './schemaModel';

/**
 * The response key of `field`: its name, or an alias if members of `holder` disagree about it.
 * @param holder the type of the selection set
 * @param on the type condition of the inline fragment that selects the field; null without one
 */
export function responseKey(model: SchemaModel, holder: string, on: string | null, field: FieldModel): string {
  if (on === null || on === holder || !isDisputed(model, holder, field.name)) return field.name;
  return model.remember(`key ${holder} ${on} ${field.name}`, () => {
    // With an underscore in either part, two pairs of names could give the same alias. The length prefix makes it unique.
    let alias = /_/.test(on + field.name) ? `_${on.length}_${on}_${field.name}` : `${on}_${field.name}`;
    while (namesOf(model, holder).has(alias)) alias = `${alias}_`;
    return alias;
  });
}

/** All field names of the holder and its members, with type and argument names as text; null if the members differ. */
function namesOf(model: SchemaModel, holder: string): ReadonlyMap<string, string | null> {
  return model.remember(`names ${holder}`, () => {
    const names = new Map<string, string | null>();
    const type = model.types.get(holder);
    const members = type?.kind === 'union' || type?.kind === 'interface' ? type.possibleTypes : [];
    for (const member of [holder, ...members]) {
      for (const field of fieldsOf(model.types.get(member)).values()) {
        const text = `${typeText(field.type)} ${[...field.args.keys()].join()}`;
        const cached = names.get(field.name);
        names.set(field.name, cached === undefined || cached === text ? text : null);
      }
    }
    return names;
  });
}

function isDisputed(model: SchemaModel, holder: string, name: string): boolean {
  return namesOf(model, holder).get(name) === null;
}
