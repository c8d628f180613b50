/**
 * The index of the schema documentation: where a type is used, which types implement an interface, and the search (docsSearch.ts). Memoized
 * per model.
 */

import { fieldsOf, namedType, type SchemaModel, type TypeRef } from '../model/schemaModel';
import { type DocsHit, searchDocs } from './docsSearch';

/** A place where a type is used: as the type of a field, an argument or an input field. */
export interface DocsUse {
  /** The type that has the field. */
  holder: string;
  /** The field or input field. */
  field: string;
  /** The argument of the field that has the type; null if the field itself has it. */
  argument: string | null;
  type: TypeRef;
}

/** Lookups that the documentation needs beyond the model. */
export interface DocsIndex {
  /** Up to `limit` hits, best first; none for an empty text. */
  search(text: string, limit: number): readonly DocsHit[];
  /** All uses of a type, in the schema's order. */
  usedBy(typeName: string): readonly DocsUse[];
  /** The types that implement an interface. */
  membersOf(typeName: string): readonly string[];
  /** The unions that an object type is a member of. */
  unionsWith(typeName: string): readonly string[];
}

/** The index of a schema. */
export function docsIndex(model: SchemaModel): DocsIndex {
  return model.remember('docsIndex', () => makeIndex(model));
}

function makeIndex(model: SchemaModel): DocsIndex {
  const uses = new Map<string, DocsUse[]>();
  const unions = new Map<string, string[]>();
  const members = new Map<string, string[]>();
  const put = <T>(map: Map<string, T[]>, key: string, value: T): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const type of model.types.values()) {
    if (type.name.startsWith('__')) continue;
    for (const { name, type: of, args } of fieldsOf(type).values()) {
      put(uses, namedType(of), { holder: type.name, field: name, argument: null, type: of });
      for (const argument of args.values())
        put(uses, namedType(argument.type), { holder: type.name, field: name, argument: argument.name, type: argument.type });
    }
    for (const name of type.kind === 'object' || type.kind === 'interface' ? type.interfaces : []) put(members, name, type.name);
    if (type.kind === 'union') for (const name of type.possibleTypes) put(unions, name, type.name);
    if (type.kind === 'input')
      for (const { name, type: of } of type.inputFields.values())
        put(uses, namedType(of), { holder: type.name, field: name, argument: null, type: of });
  }
  return {
    search: (text, limit) => searchDocs(model, text, limit),
    usedBy: name => uses.get(name) ?? [],
    membersOf: name => members.get(name) ?? [],
    unionsWith: name => unions.get(name) ?? [],
  };
}
