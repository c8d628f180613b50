/**
 * Lists the subscription fields of a schema ("feeds"), with the forms of their arguments.
 */

import { type FormField, formModel } from '../forms/formModel';
import { readableName } from '../model/readableName';
import { type FieldModel, type SchemaModel, typeOf } from '../model/schemaModel';
import { isSystemName } from './collections';

/** A subscription field. */
export interface Feed {
  /** The name of the field. Stable and URL-safe. */
  readonly id: string;
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** The name of the type of the events, without list wrappers. */
  readonly eventType: string;
  /** The form fields of its arguments. */
  readonly form: readonly FormField[];
}

/** All feeds in the schema's order, system feeds last; [] without a subscription type. Memoized per model. */
export function findFeeds(model: SchemaModel): readonly Feed[] {
  return model.remember('feeds', () => {
    const all = [...(model.subscriptionType?.fields.values() ?? [])].filter(field => !field.name.startsWith('__'));
    const fields = all.sort((a, b) => Number(isSystemName(a.name)) - Number(isSystemName(b.name)));
    return fields.map(field => ({
      id: field.name,
      field,
      label: field.label ?? readableName(field.name),
      description: field.description,
      deprecationReason: field.deprecationReason,
      eventType: typeOf(model, field.type)?.name ?? '',
      get form() {
        return model.remember(`feed ${field.name}`, () => formModel(model, field.args.values()));
      },
    }));
  });
}

/** The feed with an id; null if the schema has none. */
export function feedById(model: SchemaModel, id: string): Feed | null {
  return findFeeds(model).find(feed => feed.id === id) ?? null;
}
