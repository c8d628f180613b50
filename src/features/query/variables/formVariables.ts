/**
 * Applies a form to the variables it was opened with. Values that were not edited stay unchanged, whether or not the form can show them (a
 * variable of another operation, an unknown name, an invalid value). Nothing is validated here.
 */
import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldPath, toVariables } from '../../../schema/forms/formValues';

/** The state with which a form was opened. */
export interface FormBase {
  /** The variables, with files in their places. */
  readonly values: Values;
  /** The drafts that the form created from them. */
  readonly drafts: Drafts;
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the variables. Input that is not yet a valid value is kept as text, so that it is still there when the form opens again. */
export function formVariables(fields: readonly FormField[], drafts: Drafts, base: FormBase): Record<string, unknown> {
  const { variables, problems } = toVariables(fields, drafts);
  const whole = problems.reduce<unknown>((made, { path }) => {
    const typed = typedAt(drafts, path);
    return typed === undefined ? made : withValueAt(made, path, typed);
  }, variables);
  return overBase(fields, drafts, base.drafts, base.values, whole as Values);
}

function typedAt(drafts: Drafts, path: FieldPath): Draft {
  let found: Draft = drafts as Draft;
  for (const part of path) found = ownAt(found, part);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function ownAt(draft: Draft, part: string | number): Draft {
  const holds = typeof draft === 'object' && draft !== null && Object.hasOwn(draft, part);
  return holds ? (draft as Readonly<Record<string | number, Draft>>)[part] : undefined;
}

function withValueAt(whole: unknown, [part, ...rest]: FieldPath, value: unknown): unknown {
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const items = Array.isArray(whole) ? [...whole] : [];
    items[part] = withValueAt(items[part], rest, value);
    return Array.from(items, item => item ?? null);
  }
  const before = isValues(whole) ? whole : {};
  return Object.fromEntries([
    ...Object.entries(before),
    [part, withValueAt(Object.hasOwn(before, part) ? before[part] : undefined, rest, value)],
  ]);
}

function overBase(
  fields: readonly FormField[],
  now: Drafts,
  was: Drafts,
  before: Values,
  after: Values,
): Record<string, unknown> {
  const kept = Object.entries(before).flatMap(([name, value]): [string, unknown][] => {
    const field = fields.find(each => each.name === name);
    if (!field || now[name] === was[name]) return [[name, value]];
    return Object.hasOwn(after, name) ? [[name, changed(field, now[name], was[name], value, after[name])]] : [];
  });
  const more = Object.entries(after).filter(([name]) => !Object.hasOwn(before, name));
  return Object.fromEntries([...kept, ...more]);
}

/** Returns a value in which something was changed. */
function changed({ control }: FormField, now: Draft, was: Draft, before: unknown, after: unknown): unknown {
  // A oneOf object has one field, so another field replaces it.
  if (control.kind === 'group' && isValues(before) && isValues(after))
    return overBase(control.fields, (now ?? {}) as Drafts, (was ?? {}) as Drafts, before, after);
  if (control.kind === 'list' && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    const [items, former] = [now as readonly Draft[], was as readonly Draft[]];
    return after.map((item, at) =>
      items[at] === former[at] ? before[at] : changed(control.item, items[at], former[at], before[at], item),
    );
  }
  return after;
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}
