/**
 * What a form needs to know of arguments and input types: one `FormField` for each, with its control, whether it has to be filled in,
 * and its default. The fields of nested inputs are made when first read, so that an input that holds itself unfolds on demand.
 */
import { readableName, singular } from '../model/readableName';
import { type RangedScalar, rangedScalar } from '../model/scalarRanges';
import {
  type ArgumentModel,
  type EnumValueModel,
  itemType,
  mustBeGiven,
  nullable,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';
import { NO_LITERAL, readLiteral } from './readLiteral';

/** One choice of an enum. `value` is what is sent. */
export interface EnumOption {
  readonly value: string;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
}

/** How a value is entered. */
export type Control =
  | { readonly kind: 'scalar'; readonly scalar: RangedScalar }
  | { readonly kind: 'enum'; readonly typeName: string; readonly options: readonly EnumOption[] }
  /** Any number of `item`, whose name is '' and whose label is that of one of them. */
  | { readonly kind: 'list'; readonly item: FormField }
  /** A nested input; its fields together. */
  | { readonly kind: 'group'; readonly typeName: string; readonly fields: readonly FormField[] }
  /** A nested input of which exactly one field is given. */
  | { readonly kind: 'oneOf'; readonly typeName: string; readonly fields: readonly FormField[] };

/** One field of a form. */
export interface FormField {
  /** The argument's or input field's own name; '' for the items of a list. */
  readonly name: string;
  /** The name made readable. */
  readonly label: string;
  readonly description: string | null;
  readonly type: TypeRef;
  /** Has to be given: not null and without a default. */
  readonly required: boolean;
  /** null may be sent (which is not the same as sending nothing). */
  readonly nullable: boolean;
  /** The server's default as a value, undefined when there is none. */
  readonly defaultValue: unknown;
  readonly deprecationReason: string | null;
  readonly control: Control;
}

/** A text that Relay's older clients send to know their answers by; a server gives it back. It is no one's to fill in. */
export const CLIENT_MARK = 'clientMutationId';

/** The fields of a form for arguments (or for the fields of an input type), in the order of the schema. */
export function formModel(model: SchemaModel, args: Iterable<ArgumentModel>): FormField[] {
  const fields: FormField[] = [];
  for (const argument of args)
    if (mustBeGiven(argument) || (argument.name !== CLIENT_MARK && !argument.hidden)) fields.push(formField(model, argument));
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
    required: mustBeGiven(argument),
    nullable: argument.type.kind !== 'nonNull',
    defaultValue: parsed === NO_LITERAL ? undefined : parsed,
    deprecationReason: argument.deprecationReason,
    control: controlOf(model, argument.type, argument.name),
  };
}

/** How a value of an input type is entered. A type the schema does not know, or that is no input type, counts as an unknown scalar. */
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
      // Made when read, and once per type: the fields of an input are the same wherever it stands.
      get fields() {
        return model.remember(`fields ${named.name}`, () => existingFirst(formModel(model, named.inputFields.values())));
      },
    };
  }
  const scalar = named?.kind === 'scalar' ? named : { name: bare.kind === 'named' ? bare.name : '', specifiedBy: null };
  return { kind: 'scalar', scalar: model.remember(`scalar ${scalar.name}`, () => rangedScalar(scalar)) };
}

const CONNECTS = /^connect(?!_?or)/i;
const CREATES = /^(create|connect_?or_?create)/i;

/** Of the ways to name another record, those to one that is there come before making a new one; all else stays in the order of the schema. */
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

/** True when the fields can be filled in by a person: no required field is of a kind that cannot be typed (an unknown scalar still counts: text). */
export function isCompleteForm(fields: readonly FormField[]): boolean {
  const complete = (field: FormField, within: readonly string[]): boolean => {
    const { control } = field;
    if (control.kind === 'scalar') return true;
    if (control.kind === 'enum') return control.options.length > 0;
    if (control.kind === 'list') return true;
    // A required input that requires itself can never be given.
    if (within.includes(control.typeName)) return !field.required;
    if (control.fields.length === 0) return !field.required;
    const inner = [...within, control.typeName];
    if (control.kind === 'oneOf') return control.fields.some(entry => complete({ ...entry, required: true }, inner));
    return control.fields.every(entry => !entry.required || complete(entry, inner));
  };
  return fields.every(field => !field.required || complete(field, []));
}
