/** Everything of a schema that should not be used any more, with the reason, in the schema's order. */
import { fieldsOf, type SchemaModel } from './schemaModel';

/** Something deprecated. */
export interface Deprecation {
  /** Type and field, input field or value. */
  readonly path: readonly [type: string, member: string];
  /** The argument of the field, when only that is deprecated. */
  readonly argument: string | null;
  readonly reason: string;
}

/** The list; found once per model. */
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
