/** Finds the form field that a path from an error refers to. */
import type { FormField } from './formModel';
import type { FieldPath } from './formValues';

/** Resolves a path from an error to a form field; null if there is none. The path can omit the input object (`eta` for `input.eta`). */
export function resolveFieldPath(fields: readonly FormField[], path: FieldPath): FieldPath | null {
  const direct = follow(fields, path);
  if (direct !== null) return direct;
  const inside = groupsOf(fields, []);
  // `parent.name` is `input.parent.name`, also if there is an `input.name`.
  if (path.length > 1) {
    const whole = followAny(inside, path);
    if (whole !== null) return whole;
    // Remove leading parts that are not in the form (`variables.input.eta`).
    const shorter = resolveFieldPath(fields, path.slice(1));
    if (shorter !== null) return shorter;
  }
  // `name` can mean `input.name` or `input.ship.name`. Optional and more deeply nested objects are more likely to be other records.
  const deeper = inside.flatMap(({ at, inner }) =>
    groupsOf(
      inner.filter(field => field.required),
      at,
    ),
  );
  return followAny(inside, path) ?? followAny(deeper, path);
}

/** Follows a path from the first of the input objects that contains its first part. */
function followAny(groups: readonly InputObject[], path: FieldPath): FieldPath | null {
  for (const { at, inner } of groups) {
    const found = follow(inner, path);
    if (found !== null) return [...at, ...found];
  }
  return null;
}

interface InputObject {
  at: FieldPath;
  inner: readonly FormField[];
}

/** The input objects among the fields, each with its path. */
function groupsOf(fields: readonly FormField[], outer: FieldPath): InputObject[] {
  return fields.flatMap(({ name, control }) =>
    control.kind === 'group' ? [{ at: [...outer, name], inner: control.fields }] : [],
  );
}

function follow(fields: readonly FormField[], path: FieldPath): FieldPath | null {
  const [head, ...tail] = path;
  if (head === undefined) return null;
  const wanted = String(head);
  const field = fields.find(entry => entry.name === wanted) ?? fields.find(entry => sameName(entry.name, wanted));
  if (field === undefined) return null;
  return [field.name, ...followInto(field, tail)];
}

function followInto(field: FormField, path: FieldPath): FieldPath {
  const [head, ...tail] = path;
  if (head === undefined) return [];
  const { control } = field;
  if (control.kind === 'list') {
    const index = typeof head === 'number' ? head : /^\d+$/.test(head) ? Number(head) : null;
    return index === null ? [] : [index, ...followInto(control.item, tail)];
  }
  if (control.kind !== 'group' && control.kind !== 'oneOf') return [];
  return follow(control.fields, path) ?? followRenamed(control.fields, tail) ?? [];
}

/** NestJS names objects as its classes do: `input.input.name` is `input.ship.name` if `ship` is the only object inside `input`. */
function followRenamed(fields: readonly FormField[], path: FieldPath): FieldPath | null {
  const [only, other] = fields.filter(({ control }) => control.kind === 'group');
  if (only?.control.kind !== 'group' || other !== undefined) return null;
  const inside = follow(only.control.fields, path);
  return inside === null ? null : [only.name, ...inside];
}

const sameName = (a: string, b: string): boolean => a.replace(/[_-]/g, '').toLowerCase() === b.replace(/[_-]/g, '').toLowerCase();
