/**
 * What can be watched: every subscription of a schema, with the form of its arguments.
 */

import { type FormField, formModel } from '../forms/formModel';
import { readableName } from '../model/readableName';
import { type FieldModel, type SchemaModel, typeOf } from '../model/schemaModel';
import { isSystemName } from './collections';

/** A subscription. */
export interface Feed {
  /** The field's name: url-safe and stable. */
  readonly id: string;
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** Name of the type of its events, lists taken off. */
  readonly eventType: string;
  /** Its arguments. */
  readonly form: readonly FormField[];
}

/** All feeds of a schema in its own order, those of the server's own machinery last; [] without a subscription type. Found once per model. */
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

/** The feed of an id; null when the schema has none. */
export function feedById(model: SchemaModel, id: string): Feed | null {
  return findFeeds(model).find(feed => feed.id === id) ?? null;
}
