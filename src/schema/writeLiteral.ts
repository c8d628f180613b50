/**
 * Values written into a document as GraphQL's literals (`{name: "a", list: [1, RED]}`). They are read by readLiteral.ts.
 * Specification: https://spec.graphql.org/draft/#sec-Input-Values
 */
import { isList, itemType, namedType, nullable, type SchemaModel, type TypeRef } from './schemaModel';

/**
 * Writes a value as a literal of a type: enums without quotes, everything else as JSON has it, names unquoted. `undefined` inside an
 * object is left out. Meant for the few constants Oriel puts into a document; what people type goes into variables.
 */
export function writeLiteral(model: SchemaModel, type: TypeRef, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (isList(type)) {
    const item = itemType(type) as TypeRef;
    return Array.isArray(value)
      ? `[${value.map(entry => writeLiteral(model, item, entry)).join(', ')}]`
      : writeLiteral(model, item, value);
  }
  const named = model.types.get(namedType(nullable(type)));
  if (named?.kind === 'enum') return String(value);
  if (named?.kind === 'input' && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .map(([name, entry]) => {
        const field = named.inputFields.get(name);
        return `${name}: ${field ? writeLiteral(model, field.type, entry) : plainLiteral(entry)}`;
      });
    return `{${fields.join(', ')}}`;
  }
  return plainLiteral(value);
}

function plainLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainLiteral).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .map(([name, entry]) => `${name}: ${plainLiteral(entry)}`)
      .join(', ')}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
