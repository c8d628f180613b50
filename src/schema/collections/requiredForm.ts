/** What has to be filled in before a collection can be loaded, as a form; usually empty. */
import { type FormField, formModel } from '../forms/formModel';
import type { SchemaModel } from '../model/schemaModel';
import type { Collection } from './collections';

/** See the head of the file. */
export function requiredForm(model: SchemaModel, collection: Collection): readonly FormField[] {
  const forms = model.remember('required forms', () => new WeakMap<Collection, readonly FormField[]>());
  const form = forms.get(collection) ?? formModel(model, collection.mustFill);
  forms.set(collection, form);
  return form;
}
