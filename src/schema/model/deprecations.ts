/** Lists everything in a schema that is deprecated, with the reason, in the schema's order. */
import { fieldsOf, type SchemaModel } from './schemaModel';

/** A deprecated field, argument, input field or enum value. */
export interface Deprecation {
  /** The type, and its field, input field or enum value. */
  readonly path: readonly [type: string, member: string];
  /** The name of the deprecated argument of the field; null if the member itself is deprecated. */
  readonly argument: string | null;
  readonly reason: string;
}

/** All deprecations, memoized per model. */
export function deprecationsOf(model: SchemaModel): readonly Deprecation[] {
  return model.remember('deprecations', () => {
    const found: Deprecation[] = [];
    const look = (type: string, member: string, reason: string | null, argument: string | null = null): void => {
      if (reason !== null) found.push({ path: [type, member], argument, reason });
    };
    for (const type of model.types.values()) {
      if (type.name.startsWith('__')) continue;
      for (const field of fieldsOf(type).values()) {
        look(type.name, field.name, field.deprecationReason);
        for (const argument of field.args.values()) look(type.name, field.name, argument.deprecationReason, argument.name);
      }
      if (type.kind === 'input')
        for (const field of type.inputFields.values()) look(type.name, field.name, field.deprecationReason);
      if (type.kind === 'enum') for (const value of type.values) look(type.name, value.name, value.deprecationReason);
    }
    return found;
  });
}
