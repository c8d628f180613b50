/** Builds the form of a collection's required arguments. */
import { type FormField, formModel } from '../forms/formModel';
import type { SchemaModel } from '../model/schemaModel';
import type { Collection } from './collections';

/** The form fields that the user must fill in before the collection can be loaded; usually []. Memoized per collection. */
export function requiredForm(model: SchemaModel, collection: Collection): readonly FormField[] {
  const forms = model.remember('required forms', () => new WeakMap<Collection, readonly FormField[]>());
  const form = forms.get(collection) ?? formModel(model, collection.mustFill);
  forms.set(collection, form);
  return form;
}
