/** Fills in forms like a user, with a valid value in every required field. */
import { type FormField, isCompleteForm } from '../../src/schema/forms/formModel';
import type { Draft, Drafts } from '../../src/schema/forms/formValues';
import type { ScalarKind } from '../../src/schema/model/scalars';

const TEXTS: Readonly<Record<ScalarKind, Draft>> = {
  text: 'text',
  longText: 'two\nlines',
  int: '7',
  float: '1.5',
  bigInt: '9007199254740993',
  decimal: '12.50',
  boolean: true,
  id: 'id-1',
  date: '2024-02-29',
  time: '13:45:00',
  dateTime: '2024-02-29T13:45:00Z',
  localDateTime: '2024-02-29T13:45:00',
  duration: 'PT1H30M',
  json: '{"a": [1]}',
  url: 'https://example.org/a',
  email: 'a@example.org',
  phone: '+47 22 00 00 00',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  bytes: 'aGVsbG8=',
  colour: '#ff8800',
  upload: new Blob(['a']),
  unknown: 'anything',
};

/** A valid draft for a field. @param deep how many levels of optional groups are filled in too */
export function draftFor(field: FormField, deep = 0): Draft {
  const { control } = field;
  switch (control.kind) {
    case 'scalar':
      return control.scalar.kind === 'int' && control.scalar.max?.startsWith('-')
        ? control.scalar.max
        : TEXTS[control.scalar.kind];
    case 'enum':
      return control.options[0]?.value;
    case 'list': {
      // The items of a list may contain the list again, or have no valid value.
      const item = deep < 0 ? undefined : draftFor(control.item, deep - 1);
      return item === undefined ? [] : [item];
    }
    case 'group':
      return fillForm(control.fields, deep - 1);
    case 'oneOf': {
      // A oneOf may contain only itself; then there is no valid value.
      const first =
        control.fields.find(({ control: inner }) => inner.kind !== 'group' && inner.kind !== 'oneOf') ??
        control.fields.find(entry => isCompleteForm([{ ...entry, required: true }]));
      return first === undefined ? undefined : Object.fromEntries([[first.name, draftFor(first, deep - 1)]]);
    }
  }
}

/** Valid drafts for the required fields, and for all others down to `deep` levels. */
export function fillForm(fields: readonly FormField[], deep = 0): Drafts {
  return Object.fromEntries(fields.filter(field => field.required || deep > 0).map(field => [field.name, draftFor(field, deep)]));
}
