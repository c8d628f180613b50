/**
 * Describes the form for arguments and input types: one `FormField` each, with its control, its default and whether it is required. The
 * fields of a nested input object are built when first read, so that a recursive input type can be expanded on demand.
 */
import { localTimes } from '../model/localTimes';
import { readableName, singular } from '../model/readableName';
import { type RangedScalar, rangedScalar } from '../model/scalarRanges';
import { kindInSchema } from '../model/scalars';
import {
  type ArgumentModel,
  type EnumValueModel,
  isRequiredArgument,
  itemType,
  nullable,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';
import { textNumbers } from '../model/textNumbers';
import { NO_LITERAL, readLiteral } from './readLiteral';

/** One option of an enum. `value` is sent to the server. */
export interface EnumOption {
  readonly value: string;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
}

/** The form control for a value. */
export type Control =
  | { readonly kind: 'scalar'; readonly scalar: RangedScalar }
  | { readonly kind: 'enum'; readonly typeName: string; readonly options: readonly EnumOption[] }
  /** A list of `item`, whose name is '' and whose label is singular. */
  | { readonly kind: 'list'; readonly item: FormField }
  /** A nested input object. */
  | { readonly kind: 'group'; readonly typeName: string; readonly fields: readonly FormField[] }
  /** A nested `@oneOf` input object: exactly one field is set. */
  | { readonly kind: 'oneOf'; readonly typeName: string; readonly fields: readonly FormField[] };

/** True for the control of a number. */
export const isNumberControl = (control: Control): boolean =>
  control.kind === 'scalar' && /^(int|bigInt|float|decimal)$/.test(control.scalar.kind);

/** One field of a form. */
export interface FormField {
  /** The name of the argument or input field; '' for the items of a list. */
  readonly name: string;
  /** The label from a presentation, else the readable name. */
  readonly label: string;
  readonly description: string | null;
  readonly type: TypeRef;
  /** True if the type is non-null and there is no default value. */
  readonly required: boolean;
  /** True if null can be sent. Null is different from leaving the value out. */
  readonly nullable: boolean;
  /** The server's default value; undefined if there is none. */
  readonly defaultValue: unknown;
  readonly deprecationReason: string | null;
  readonly control: Control;
}

/** The name of a string that older Relay clients send to match a payload to its mutation. The server only returns it. Forms do not show it. */
export const CLIENT_MARK = /^client_?mutation_?id$/i;

/**
 * The form fields for arguments or input fields, in the schema's order. Hidden ones are left out unless they are required;
 * clientMutationId always is (clientMark.ts).
 */
export function formModel(model: SchemaModel, args: Iterable<ArgumentModel>): FormField[] {
  const fields: FormField[] = [];
  for (const argument of args)
    if (!CLIENT_MARK.test(argument.name) && (isRequiredArgument(argument) || !argument.hidden))
      fields.push(formField(model, argument));
  return fields;
}

/** The form field of one argument or input field. */
export function formField(model: SchemaModel, argument: ArgumentModel): FormField {
  const parsed = argument.defaultValue === null ? NO_LITERAL : readLiteral(argument.defaultValue);
  return {
    name: argument.name,
    label: argument.label ?? readableName(argument.name),
    description: argument.description,
    type: argument.type,
    required: isRequiredArgument(argument),
    nullable: argument.type.kind !== 'nonNull',
    defaultValue: parsed === NO_LITERAL ? undefined : parsed,
    deprecationReason: argument.deprecationReason,
    control: controlOf(model, argument.type, argument.name),
  };
}

/** The control for an input type. A type that is unknown or not an input type is treated as an unknown scalar. */
function controlOf(model: SchemaModel, type: TypeRef, name: string): Control {
  const item = itemType(type);
  if (item !== null)
    return { kind: 'list', item: { ...formField(model, { ...ITEM, type: item }), label: readableName(singular(name)) } };
  const bare = nullable(type);
  const named = typeOf(model, bare);
  if (named?.kind === 'enum')
    return {
      kind: 'enum',
      typeName: named.name,
      options: model.remember(`options ${named.name}`, () => optionsOf(named.values)),
    };
  if (named?.kind === 'input') {
    return {
      kind: named.isOneOf ? 'oneOf' : 'group',
      typeName: named.name,
      // Built on first read and memoized per type, because the fields do not depend on where the input type is used.
      get fields() {
        return model.remember(`fields ${named.name}`, () => existingFirst(formModel(model, named.inputFields.values())));
      },
    };
  }
  const scalar = named?.kind === 'scalar' ? named : { name: bare.kind === 'named' ? bare.name : '', specifiedBy: null };
  return {
    kind: 'scalar',
    scalar: model.remember(`scalar ${scalar.name}`, () => {
      const kind = kindInSchema(model, scalar);
      return {
        ...rangedScalar(scalar),
        // Getters, because rows that show it may be loaded after the form was built.
        get kind() {
          return kind === 'dateTime' && localTimes(model).get(scalar.name) ? 'localDateTime' : kind;
        },
        // A time that was entered before such rows were loaded keeps its zone.
        keepsZone: kind === 'dateTime',
        get asText() {
          return textNumbers(model).has(scalar.name);
        },
      };
    }),
  };
}

const CONNECTS = /^connect(?!_?or)/i;
const CREATES = /^(create|connect_?or_?create)/i;

/** Moves fields that connect an existing record (`connect`) before those that create a new one. Other fields stay in the schema's order. */
function existingFirst(fields: FormField[]): FormField[] {
  const first = fields.findIndex(({ name }) => CREATES.test(name));
  const moved = first < 0 ? [] : fields.filter(({ name }, at) => at > first && CONNECTS.test(name));
  if (moved.length === 0) return fields;
  return [...fields.slice(0, first), ...moved, ...fields.slice(first).filter(field => !moved.includes(field))];
}

const ITEM = { name: '', description: null, defaultValue: null, deprecationReason: null };

function optionsOf(values: Iterable<EnumValueModel>): EnumOption[] {
  return Array.from(values, value => ({
    value: value.name,
    label: value.label ?? readableName(value.name),
    description: value.description,
    deprecationReason: value.deprecationReason,
  }));
}

/** True if every required field can be filled in. An unknown scalar can, as text; a required enum without values cannot. */
export function isCompleteForm(fields: readonly FormField[]): boolean {
  const complete = (field: FormField, within: readonly string[]): boolean => {
    const { control } = field;
    if (control.kind === 'scalar') return true;
    if (control.kind === 'enum') return control.options.length > 0;
    if (control.kind === 'list') return true;
    // A required input object that requires itself has no valid value.
    if (within.includes(control.typeName)) return !field.required;
    if (control.fields.length === 0) return !field.required;
    const inner = [...within, control.typeName];
    if (control.kind === 'oneOf') return control.fields.some(entry => complete({ ...entry, required: true }, inner));
    return control.fields.every(entry => !entry.required || complete(entry, inner));
  };
  return fields.every(field => !field.required || complete(field, []));
}

/** True for a field that takes files. The record contains a URL instead, which cannot be sent back. */
export const isFileField = ({ control }: FormField): boolean =>
  control.kind === 'scalar' ? control.scalar.kind === 'upload' : control.kind === 'list' && isFileField(control.item);
