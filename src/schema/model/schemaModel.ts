/**
 * A GraphQL schema as the rest of Oriel sees it: what introspection tells, read-only, in Maps (a name such as `__proto__` is just a
 * name), each type and each field list made at its first use so that a schema of several megabytes costs nothing until it is looked at.
 * It knows no graphql-js class and holds no resolver. How it is made: introspection.ts.
 */

import { readableName } from './readableName';

/** A type as a field or argument names it: wrapped in lists and "not null", outermost first. Equal texts share one object. */
export type TypeRef = NamedRef | ListRef | NonNullRef;
export interface NamedRef {
  readonly kind: 'named';
  readonly name: string;
}
export interface ListRef {
  readonly kind: 'list';
  readonly of: TypeRef;
}
export interface NonNullRef {
  readonly kind: 'nonNull';
  readonly of: NamedRef | ListRef;
}

/** What a presentation may add to anything that has a name (../presentation/presentModel.ts). */
export interface Presented {
  /** What it is called on the screen. Default: its name made readable. */
  readonly label?: string;
  /** Not offered; it can still be read. */
  readonly hidden?: true;
}

/** An argument of a field or directive, or a field of an input type. */
export interface ArgumentModel extends Presented {
  readonly name: string;
  readonly description: string | null;
  readonly type: TypeRef;
  /** The default as GraphQL text (`"a"`, `[1]`, `{x: RED}`), null when there is none. */
  readonly defaultValue: string | null;
  /** Why it should not be used any more; null when it is not deprecated, never empty. */
  readonly deprecationReason: string | null;
}

/** How a number is shown where a presentation says so. */
export interface FigureFormat {
  /** The field beside it that holds the code of its currency; null: none is needed. */
  readonly currencyField: string | null;
  text(value: number | string, formats: FigureFormats, currency: unknown): string;
  /** The currency where none stands beside it. */
  readonly currency?: string;
  /** Of an amount in the smallest unit of its currency: how many of its digits stand behind the point. Null: the currency is not known. */
  digits?(currency: unknown): number | null;
}

/** The part of i18n's formats that is needed for it. */
export interface FigureFormats {
  number(value: number | string, options?: Intl.NumberFormatOptions): string;
  money(value: number | string, currency: string): string;
  bytes(value: number | string): string;
  duration(ms: number): string;
}

/** A field of an object or interface type. */
export interface FieldModel extends Presented {
  readonly format?: FigureFormat;
  /** Heading that a collection or an action stands under. */
  readonly section?: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: TypeRef;
  readonly args: ReadonlyMap<string, ArgumentModel>;
  /** Why it should not be used any more; null when it is not deprecated, never empty. */
  readonly deprecationReason: string | null;
}

export interface EnumValueModel extends Presented {
  readonly name: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
}

interface TypeBase extends Presented {
  /** The field that names a record, and those that are searched, where a presentation says so. */
  readonly display?: string;
  readonly search?: readonly string[];
  /** Of an enum: how its values are shown, where a presentation says so. */
  readonly words?: EnumWords;
  readonly name: string;
  readonly description: string | null;
}
export interface ScalarTypeModel extends TypeBase {
  readonly kind: 'scalar';
  /** Address of the scalar's specification (`specifiedByURL`). */
  readonly specifiedBy: string | null;
}
export interface ObjectTypeModel extends TypeBase {
  readonly kind: 'object';
  readonly fields: ReadonlyMap<string, FieldModel>;
  readonly interfaces: readonly string[];
}
export interface InterfaceTypeModel extends TypeBase {
  readonly kind: 'interface';
  readonly fields: ReadonlyMap<string, FieldModel>;
  readonly interfaces: readonly string[];
  /** Names of the object types that implement it. */
  readonly possibleTypes: readonly string[];
}
export interface UnionTypeModel extends TypeBase {
  readonly kind: 'union';
  /** Names of its member object types. */
  readonly possibleTypes: readonly string[];
}
export interface EnumTypeModel extends TypeBase {
  readonly kind: 'enum';
  readonly values: readonly EnumValueModel[];
}
export interface InputTypeModel extends TypeBase {
  readonly kind: 'input';
  readonly inputFields: ReadonlyMap<string, ArgumentModel>;
  /** Exactly one of its fields has to be given. */
  readonly isOneOf: boolean;
}
/** Any named type; tell them apart by `kind`. */
export type TypeModel = ScalarTypeModel | ObjectTypeModel | InterfaceTypeModel | UnionTypeModel | EnumTypeModel | InputTypeModel;
/** A type whose values have fields or members: what needs a selection. */
export type CompositeTypeModel = ObjectTypeModel | InterfaceTypeModel | UnionTypeModel;

export interface DirectiveModel {
  readonly name: string;
  readonly description: string | null;
  readonly locations: readonly string[];
  readonly args: ReadonlyMap<string, ArgumentModel>;
  readonly isRepeatable: boolean;
}

/** A whole schema. */
export interface SchemaModel {
  readonly description: string | null;
  readonly queryType: ObjectTypeModel;
  readonly mutationType: ObjectTypeModel | null;
  readonly subscriptionType: ObjectTypeModel | null;
  /** All named types, introspection's own (`__Type`, …) included, in the order of the answer. */
  readonly types: ReadonlyMap<string, TypeModel>;
  readonly directives: ReadonlyMap<string, DirectiveModel>;
  /** What had to be left out because it is no valid GraphQL, one English line each, at most 100. Empty for a sound schema. */
  readonly problems: readonly string[];
  /** What `make` gives, made once per model and key; the place for anything derived from a schema that is dear to make. */
  remember<T>(key: string, make: () => T): T;
}

/** The innermost name: `Ship` of `[Ship!]!`. */
export function namedType(ref: TypeRef): string {
  let inner = ref;
  while (inner.kind !== 'named') inner = inner.of;
  return inner.name;
}

/** The same without an outer "not null". */
export function nullable(ref: TypeRef): NamedRef | ListRef {
  return ref.kind === 'nonNull' ? ref.of : ref;
}

/** True when the value may not be null. */
export function isRequired(ref: TypeRef): boolean {
  return ref.kind === 'nonNull';
}

/** True for a list, "not null" or not. */
export function isList(ref: TypeRef): boolean {
  return nullable(ref).kind === 'list';
}

/** The type of a list's items; null when it is no list. */
export function itemType(ref: TypeRef): TypeRef | null {
  const bare = nullable(ref);
  return bare.kind === 'list' ? bare.of : null;
}

/** As GraphQL writes it: `[Ship!]!`. */
export function typeText(ref: TypeRef): string {
  if (ref.kind === 'named') return ref.name;
  return ref.kind === 'list' ? `[${typeText(ref.of)}]` : `${typeText(ref.of)}!`;
}

/** True when a caller has to give the argument: not null and without a default. */
export function mustBeGiven(argument: ArgumentModel): boolean {
  return argument.type.kind === 'nonNull' && argument.defaultValue === null;
}

/** True when the field can be asked for without giving any argument. */
export function needsNoArguments(field: FieldModel): boolean {
  for (const argument of field.args.values()) if (mustBeGiven(argument)) return false;
  return true;
}

/** The named type behind a reference; undefined when the schema does not know it. */
export function typeOf(model: SchemaModel, ref: TypeRef): TypeModel | undefined {
  return model.types.get(namedType(ref));
}

/** A field of an object or interface type by name; undefined when there is no such type or field. */
export function fieldOf(model: SchemaModel, typeName: string, fieldName: string): FieldModel | undefined {
  const type = model.types.get(typeName);
  return type?.kind === 'object' || type?.kind === 'interface' ? type.fields.get(fieldName) : undefined;
}

/** The fields of a type; empty for a type without fields. */
export function fieldsOf(type: TypeModel | undefined): ReadonlyMap<string, FieldModel> {
  return type?.kind === 'object' || type?.kind === 'interface' ? type.fields : NO_FIELDS;
}
const NO_FIELDS: ReadonlyMap<string, FieldModel> = new Map();

/** True for scalars and enums: what is selected without braces. */
export function isLeaf(type: TypeModel | undefined): boolean {
  return type?.kind === 'scalar' || type?.kind === 'enum';
}

/** True for objects, interfaces and unions: what needs braces. */
export function isComposite(type: TypeModel | undefined): type is CompositeTypeModel {
  return type?.kind === 'object' || type?.kind === 'interface' || type?.kind === 'union';
}

/** Names of the object types a value of this type can be: itself, or the members of an interface or union. */
export function possibleTypes(type: TypeModel | undefined): readonly string[] {
  if (type?.kind === 'object') return [type.name];
  return type?.kind === 'interface' || type?.kind === 'union' ? type.possibleTypes : [];
}

/** What the records of a type are called. */
export function typeLabel(model: SchemaModel, name: string): string {
  return model.types.get(name)?.label ?? readableName(name);
}

/** How the values of an enum are shown; those of other types as names are. */
export interface EnumWords {
  readonly enumLabel: (value: string) => string;
  readonly enumTone?: (value: string) => 'neutral' | 'ok' | 'busy' | 'warning' | 'danger' | undefined;
}

/** See above. */
export function enumWords(model: SchemaModel, ref: TypeRef): EnumWords {
  return typeOf(model, ref)?.words ?? PLAIN_WORDS;
}
const PLAIN_WORDS: EnumWords = { enumLabel: readableName };
