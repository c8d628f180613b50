/**
 * Validates the JSON of variables against their types, and prepares them for sending with the files from the form. The JSON text is the
 * source of truth; a file is null in it and kept separately by its path.
 */
import {
  type ArgumentModel,
  isRequired,
  itemType,
  nullable,
  type SchemaModel,
  type TypeRef,
  typeOf,
  typeText,
} from '../../../schema/model/schemaModel';
import { bareVariable, unquoteBareVariables } from '../../../session/environments/bareVariables';
import { isOneVariable } from '../../../session/environments/fillTemplate';
import { type DeclaredInput, type InputFields, parseVariables } from '../../../session/operations/parseExactJson';

/** Names of variables and fields, and indexes of lists. */
export type VariablePath = readonly (string | number)[];

/** A problem with a value. `type` is the expected type, `name` the unknown name. */
export type VariableProblem = { path: VariablePath } & (
  | { code: 'missing' | 'null'; type: string }
  | { code: 'type'; type: string }
  | { code: 'unknown'; name: string }
  | { code: 'option'; options: readonly string[] }
  | { code: 'oneOf'; type: string }
);

/** Files by the `pathKeyOf` of their paths in the variables. */
export type VariableFiles = ReadonlyMap<string, Blob>;

/** The parsed text: an object, or the reason why it is not one. */
export type ReadVariables = { values: Record<string, unknown>; error: null } | { values: null; error: string };

/**
 * Parses the JSON text; an empty one is an empty object. Never throws.
 * @param variables the variables of the operation
 * @param model the schema, for the types within input objects; null if it is not known
 */
export function readVariables(
  text: string,
  variables: readonly ArgumentModel[] = [],
  model: SchemaModel | null = null,
): ReadVariables {
  if (text.trim() === '') return { values: {}, error: null };
  try {
    const value = parseVariables(text, declaredOf(variables), inputFieldsOf(model));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { values: value as Record<string, unknown>, error: null };
    return { values: null, error: '' };
  } catch (error) {
    return { values: null, error: error instanceof Error ? error.message : String(error) };
  }
}

/** The variables of an operation, with types in GraphQL syntax. */
export const declaredOf = (inputs: Iterable<ArgumentModel>): DeclaredInput[] =>
  Array.from(inputs, ({ name, type }) => ({ name, type: typeText(type) }));

/** The input types of a schema; without one, no type is known. */
export const inputFieldsOf =
  (model: SchemaModel | null): InputFields =>
  name => {
    const type = model?.types.get(name);
    return type?.kind === 'input' ? declaredOf(type.inputFields.values()) : type && null;
  };

/** Validates values against the types of the variables. Values of types that are not in the schema are not validated. */
export function checkVariables(
  model: SchemaModel,
  variables: readonly ArgumentModel[],
  values: Readonly<Record<string, unknown>>,
  files: VariableFiles = new Map(),
): VariableProblem[] {
  const problems: VariableProblem[] = [];
  checkFields(variables, values, []);
  return problems;

  function checkFields(fields: readonly ArgumentModel[], given: Readonly<Record<string, unknown>>, path: VariablePath): void {
    const byName = new Map(fields.map(field => [field.name, field]));
    for (const name of Object.keys(given)) if (!byName.has(name)) problems.push({ path: [...path, name], code: 'unknown', name });
    for (const { name, type, defaultValue } of fields) {
      const inner = [...path, name];
      if (Object.hasOwn(given, name)) check(type, given[name], inner);
      else if (isRequired(type) && defaultValue === null) problems.push({ path: inner, code: 'missing', type: typeText(type) });
    }
  }

  function check(type: TypeRef, value: unknown, path: VariablePath): void {
    if (files.has(pathKeyOf(path)) || (typeof value === 'string' && bareVariable(value) !== null)) return;
    if (value === null) {
      if (isRequired(type)) problems.push({ path, code: 'null', type: typeText(type) });
      return;
    }
    const item = itemType(type);
    if (item) {
      // Input coercion accepts a single value as a list of one.
      if (Array.isArray(value)) for (const [at, inner] of value.entries()) check(item, inner, [...path, at]);
      else check(item, value, path);
      return;
    }
    const named = typeOf(model, type);
    // The variable is replaced before sending. It becomes a number or Boolean only if it is the whole value (`fillVariables`).
    if (typeof value === 'string' && isOneVariable(value) && named?.kind !== 'input') return;
    const wrong = (): unknown => problems.push({ path, code: 'type', type: typeText(nullable(type)) });
    if (named?.kind === 'enum') {
      const options = named.values.map(option => option.name);
      if (!options.includes(String(value)) || typeof value !== 'string') problems.push({ path, code: 'option', options });
    } else if (named?.kind === 'input') {
      if (typeof value !== 'object' || Array.isArray(value)) wrong();
      else {
        if (named.isOneOf && Object.values(value as object).filter(inner => inner !== null).length !== 1)
          problems.push({ path, code: 'oneOf', type: named.name });
        checkFields([...named.inputFields.values()], value as Record<string, unknown>, path);
      }
    } else if (named?.kind === 'scalar' && !fitsScalar(named.name, value)) wrong();
  }
}

function fitsScalar(name: string, value: unknown): boolean {
  switch (name) {
    case 'Int':
      return typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
    case 'Float':
      return typeof value === 'number';
    case 'String':
      return typeof value === 'string';
    case 'Boolean':
      return typeof value === 'boolean';
    case 'ID':
      return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
    default:
      return true;
  }
}

/** Returns the files in variables with these names: those that an operation uses. */
export function filesOf(files: VariableFiles, variables: readonly { name: string }[]): VariableFiles {
  const isTaken = (key: string): boolean => variables.some(({ name }) => name === (JSON.parse(key) as VariablePath)[0]);
  return new Map([...files].filter(([key]) => isTaken(key)));
}

/** Serializes a path; equal paths give equal strings. */
export function pathKeyOf(path: VariablePath): string {
  return JSON.stringify(path);
}

/** Inserts the files at their paths, for sending. */
export function withFiles(values: Readonly<Record<string, unknown>>, files: VariableFiles): Record<string, unknown> {
  return withLeaves(values, [], (value, path) => (value == null ? (files.get(pathKeyOf(path)) ?? value) : value)) as Record<
    string,
    unknown
  >;
}

/** Splits values into JSON text with null in place of files, and the files by path. */
export function withoutFiles(values: Readonly<Record<string, unknown>>): { text: string; files: VariableFiles } {
  const files = new Map<string, Blob>();
  const bare = withLeaves(values, [], (value, path) => {
    if (!(value instanceof Blob)) return value;
    files.set(pathKeyOf(path), value);
    return null;
  }) as object;
  return { text: Object.keys(bare).length === 0 ? '' : unquoteBareVariables(JSON.stringify(bare, null, 2)), files };
}

/** The values with the name of each file in its place, for showing them. */
export const withFileNames = (values: unknown): unknown =>
  withLeaves(values, [], value => (value instanceof Blob ? ('name' in value ? value.name : 'blob') : value));

/** Replaces all values that are neither lists nor objects with fields. */
function withLeaves(value: unknown, path: VariablePath, change: (leaf: unknown, path: VariablePath) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner, at) => withLeaves(inner, [...path, at], change));
  if (typeof value !== 'object' || value === null || value instanceof Blob) return change(value, path);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withLeaves(inner, [...path, name], change)]));
}
