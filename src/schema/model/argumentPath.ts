/**
 * Paths into the arguments of a field: `['where', 'name', '_eq']` is the field `_eq` of the field `name` of the argument `where`. No
 * function assigns to a computed key, because names from a schema can be `__proto__`.
 */
import { type ArgumentModel, isList, isRequiredArgument, nullable, type SchemaModel, typeOf } from './schemaModel';

/** Argument name, then input field names. Never empty. */
export type ArgumentPath = readonly string[];

/** Values of the arguments of a field, by name. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/** A copy of `values` with `value` at `path`. Missing objects along the path are created. */
export function withValueAt(values: ArgumentValues, path: ArgumentPath, value: unknown): ArgumentValues {
  const [head, ...tail] = path;
  if (head === undefined) return values;
  const present = Object.hasOwn(values, head) ? values[head] : undefined;
  const inner = tail.length === 0 ? value : withValueAt(isPlain(present) ? present : {}, tail, value);
  return Object.fromEntries([...Object.entries(values).filter(([name]) => name !== head), [head, inner]]);
}

/** The value at a path; undefined if there is none. */
export function valueAt(values: ArgumentValues, path: ArgumentPath): unknown {
  let inner: unknown = values;
  for (const step of path) {
    if (!isPlain(inner) || !Object.hasOwn(inner, step)) return undefined;
    inner = inner[step];
  }
  return inner;
}

/** A deep merge: plain objects are merged field by field; any other value of `over` replaces the one of `under`. */
export function mergeValues(under: ArgumentValues, over: ArgumentValues): ArgumentValues {
  const entries = new Map(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    const present = entries.get(name);
    entries.set(name, isPlain(present) && isPlain(value) ? mergeValues(present, value) : value);
  }
  return Object.fromEntries(entries);
}

/** True for a plain object: not a list, file or date. Also recognizes plain objects from another realm. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** True if the argument takes a single scalar or enum value. */
export function isSingleLeaf(model: SchemaModel, argument: ArgumentModel): boolean {
  if (isList(argument.type)) return false;
  const type = typeOf(model, nullable(argument.type));
  return type?.kind === 'scalar' || type?.kind === 'enum';
}

/**
 * True if values at these paths alone make valid input objects: no input object along the paths has another required field, and no `@oneOf`
 * input object gets two fields.
 * @param args the arguments (or input fields) where the paths start; their own required siblings are not checked
 */
export function areSufficient(
  model: SchemaModel,
  args: ReadonlyMap<string, ArgumentModel>,
  paths: readonly ArgumentPath[],
): boolean {
  const inner = new Map<string, ArgumentPath[]>();
  for (const [head, ...tail] of paths) {
    if (head === undefined) continue;
    const existing = inner.get(head);
    if (existing === undefined) inner.set(head, [tail]);
    else existing.push(tail);
  }
  for (const [name, tails] of inner) {
    const argument = args.get(name);
    const type = argument === undefined ? undefined : typeOf(model, argument.type);
    const deeper = tails.filter(tail => tail.length > 0);
    if (type?.kind !== 'input' || deeper.length === 0) continue;
    const given = new Set(deeper.map(([head]) => head));
    if (type.isOneOf && given.size > 1) return false;
    for (const field of type.inputFields.values()) if (isRequiredArgument(field) && !given.has(field.name)) return false;
    if (!areSufficient(model, type.inputFields, deeper)) return false;
  }
  return true;
}

/**
 * The path to the outermost `@oneOf` input object on `path`, which allows no second field beside the one on the path; null if there is
 * none.
 */
export function oneOfOn(model: SchemaModel, args: ReadonlyMap<string, ArgumentModel>, path: ArgumentPath): ArgumentPath | null {
  let fields = args;
  for (const [index, step] of path.entries()) {
    const argument = fields.get(step);
    const type = argument === undefined ? undefined : typeOf(model, argument.type);
    if (type?.kind !== 'input' || index === path.length - 1) return null;
    if (type.isOneOf) return path.slice(0, index + 1);
    fields = type.inputFields;
  }
  return null;
}
