/**
 * Places inside the arguments of a field: `['where', 'name', '_eq']` is the field `_eq` of the field `name` of the argument `where`.
 * All writing is done without assignment to names from a schema, which may be `__proto__`.
 */
import { type ArgumentModel, type FieldModel, isList, nullable, type SchemaModel, typeOf } from './schemaModel';

/** Argument name, then input field names. Never empty. */
export type ArgumentPath = readonly string[];

/** Values of the arguments of a field, by name. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/** The argument or input field at a path; undefined when the schema has none there. A path goes through lists as if they were not there. */
export function argumentAt(model: SchemaModel, field: FieldModel, path: ArgumentPath): ArgumentModel | undefined {
  let found: ArgumentModel | undefined;
  let fields: ReadonlyMap<string, ArgumentModel> = field.args;
  for (const step of path) {
    found = fields.get(step);
    if (found === undefined) return undefined;
    const type = typeOf(model, found.type);
    fields = type?.kind === 'input' ? type.inputFields : NONE;
  }
  return found;
}
const NONE: ReadonlyMap<string, ArgumentModel> = new Map();

/** A copy of `values` with `value` at `path`; objects on the way are made or kept. */
export function withValueAt(values: ArgumentValues, path: ArgumentPath, value: unknown): ArgumentValues {
  const [head, ...tail] = path;
  if (head === undefined) return values;
  const present = Object.hasOwn(values, head) ? values[head] : undefined;
  const inner = tail.length === 0 ? value : withValueAt(isPlain(present) ? present : {}, tail, value);
  return Object.fromEntries([...Object.entries(values).filter(([name]) => name !== head), [head, inner]]);
}

/** The value at a path; undefined when there is none. */
export function valueAt(values: ArgumentValues, path: ArgumentPath): unknown {
  let inner: unknown = values;
  for (const step of path) {
    if (!isPlain(inner) || !Object.hasOwn(inner, step)) return undefined;
    inner = inner[step];
  }
  return inner;
}

/** Both together: objects are merged field by field, anything else of `over` wins. */
export function mergeValues(under: ArgumentValues, over: ArgumentValues): ArgumentValues {
  const entries = new Map(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    const present = entries.get(name);
    entries.set(name, isPlain(present) && isPlain(value) ? mergeValues(present, value) : value);
  }
  return Object.fromEntries(entries);
}

/** True for an object made of braces: no list, no file, no date. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** True when the argument takes one value that is neither an object nor a list: a scalar or an enum. */
export function isSingleLeaf(model: SchemaModel, argument: ArgumentModel): boolean {
  if (isList(argument.type)) return false;
  const type = typeOf(model, nullable(argument.type));
  return type?.kind === 'scalar' || type?.kind === 'enum';
}
