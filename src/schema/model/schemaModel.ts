/**
 * The read-only model of a GraphQL schema that the rest of Oriel uses. It contains what introspection returns, in Maps, where a name such
 * as `__proto__` is an ordinary key. Each type and each field list is built when it is first read, so that a schema of several megabytes
 * costs nothing until then. The model uses no graphql-js classes and has no resolvers. introspection.ts builds it.
 */

import { nameKey, readableName } from './readableName';

/** The type of a field or argument with its list and non-null wrappers, outermost first. Equal references share one object. */
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

/** Properties that a presentation (../presentation/presentModel.ts) can add to a type, field, argument or enum value. */
export interface Presented {
  /** The name shown on screen. Default: `readableName` of the GraphQL name. */
  readonly label?: string;
  /** Not offered in the interface. Documents can still select it. */
  readonly hidden?: true;
}

/** An argument of a field or directive, or a field of an input type. */
export interface ArgumentModel extends Presented {
  readonly name: string;
  readonly description: string | null;
  readonly type: TypeRef;
  /** The default value as a GraphQL literal (`"a"`, `[1]`, `{x: RED}`), or null. */
  readonly defaultValue: string | null;
  /** Null if the argument is not deprecated. Never empty. */
  readonly deprecationReason: string | null;
}

/** How a presentation formats a number. */
export interface FigureFormat {
  /** The sibling field that contains the currency code; null if no such field is needed. */
  readonly currencyField: string | null;
  text(value: number | string, formats: FigureFormats, currency: unknown): string;
  /** The field's name without the unit in which the server stores the amounts (`total` for `totalCents`), if it ends with one. */
  readonly amountName?: string;
  /** The fixed currency code, for amounts without a currency field. */
  readonly currency?: string;
  /** For an amount in minor units (such as cents): the number of its decimal places. Null if the currency is unknown. */
  digits?(currency: unknown): number | null;
}

/** The formatters from i18n that a `FigureFormat` uses. */
export interface FigureFormats {
  number(value: number | string, options?: Intl.NumberFormatOptions): string;
  money(value: number | string, currency: string): string;
  bytes(value: number | string): string;
  duration(ms: number): string;
}

/** A field of an object or interface type. */
export interface FieldModel extends Presented {
  readonly format?: FigureFormat;
  /** The heading under which the field's collection or action is listed. */
  readonly section?: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: TypeRef;
  readonly args: ReadonlyMap<string, ArgumentModel>;
  /** Null if the field is not deprecated. Never empty. */
  readonly deprecationReason: string | null;
}

export interface EnumValueModel extends Presented {
  readonly name: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
}

interface TypeBase extends Presented {
  /** Set by a presentation: the field whose value is a record's title. */
  readonly display?: string;
  /** Set by a presentation: the fields that a search looks in. */
  readonly search?: readonly string[];
  /** How values are shown, for an enum of codes or one that a presentation contains. */
  readonly words?: EnumWords;
  readonly name: string;
  readonly description: string | null;
}
export interface ScalarTypeModel extends TypeBase {
  readonly kind: 'scalar';
  /** The URL of the scalar's specification (`specifiedByURL`). */
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
  /** Names of the object types that implement the interface. */
  readonly possibleTypes: readonly string[];
}
export interface UnionTypeModel extends TypeBase {
  readonly kind: 'union';
  /** Names of the object types that are members of the union. */
  readonly possibleTypes: readonly string[];
}
export interface EnumTypeModel extends TypeBase {
  readonly kind: 'enum';
  readonly values: readonly EnumValueModel[];
}
export interface InputTypeModel extends TypeBase {
  readonly kind: 'input';
  readonly inputFields: ReadonlyMap<string, ArgumentModel>;
  /** True for a `@oneOf` input object: a value must set exactly one field. */
  readonly isOneOf: boolean;
}
/** Any named type, discriminated by `kind`. */
export type TypeModel = ScalarTypeModel | ObjectTypeModel | InterfaceTypeModel | UnionTypeModel | EnumTypeModel | InputTypeModel;
/** A type that requires a selection set. */
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
  /** All named types, including the introspection types (`__Type`, …), in the order of the introspection result. */
  readonly types: ReadonlyMap<string, TypeModel>;
  readonly directives: ReadonlyMap<string, DirectiveModel>;
  /** Parts left out because they are not valid GraphQL: one line of English each, at most 100. Empty for a valid schema. */
  readonly problems: readonly string[];
  /** Memoizes `make()` per model and key. Use it for anything that is expensive to derive from the schema. */
  remember<T>(key: string, make: () => T): T;
}

/** The name of the innermost type: `Ship` for `[Ship!]!`. */
export function namedType(ref: TypeRef): string {
  let inner = ref;
  while (inner.kind !== 'named') inner = inner.of;
  return inner.name;
}

/** The reference without an outer non-null wrapper. */
export function nullable(ref: TypeRef): NamedRef | ListRef {
  return ref.kind === 'nonNull' ? ref.of : ref;
}

/** True for a non-null type. */
export function isRequired(ref: TypeRef): boolean {
  return ref.kind === 'nonNull';
}

/** True for a list type, nullable or non-null. */
export function isList(ref: TypeRef): boolean {
  return nullable(ref).kind === 'list';
}

/** The item type of a list; null if `ref` is not a list. */
export function itemType(ref: TypeRef): TypeRef | null {
  const bare = nullable(ref);
  return bare.kind === 'list' ? bare.of : null;
}

/** The reference as GraphQL text: `[Ship!]!`. */
export function typeText(ref: TypeRef): string {
  if (ref.kind === 'named') return ref.name;
  return ref.kind === 'list' ? `[${typeText(ref.of)}]` : `${typeText(ref.of)}!`;
}

/** True if the argument is required: its type is non-null and it has no default value. */
export function isRequiredArgument(argument: ArgumentModel): boolean {
  return argument.type.kind === 'nonNull' && argument.defaultValue === null;
}

/** True if the field has no required arguments. */
export function needsNoArguments(field: FieldModel): boolean {
  for (const argument of field.args.values()) if (isRequiredArgument(argument)) return false;
  return true;
}

/** The named type of a reference; undefined if there is no reference or the schema does not contain the type. */
export function typeOf(model: SchemaModel, ref: TypeRef | undefined): TypeModel | undefined {
  return ref === undefined ? undefined : model.types.get(namedType(ref));
}

/** A field of an object or interface type by name; undefined if the type or field does not exist. */
export function fieldOf(model: SchemaModel, typeName: string, fieldName: string): FieldModel | undefined {
  const type = model.types.get(typeName);
  return type?.kind === 'object' || type?.kind === 'interface' ? type.fields.get(fieldName) : undefined;
}

/** The fields of an object or interface type; empty for other types. */
export function fieldsOf(type: TypeModel | undefined): ReadonlyMap<string, FieldModel> {
  return type?.kind === 'object' || type?.kind === 'interface' ? type.fields : NO_FIELDS;
}
const NO_FIELDS: ReadonlyMap<string, FieldModel> = new Map();

/** True for scalars and enums, which take no selection set. */
export function isLeaf(type: TypeModel | undefined): boolean {
  return type?.kind === 'scalar' || type?.kind === 'enum';
}

/** True for objects, interfaces and unions, which require a selection set. */
export function isComposite(type: TypeModel | undefined): type is CompositeTypeModel {
  return type?.kind === 'object' || type?.kind === 'interface' || type?.kind === 'union';
}

/** The names of the object types that a value of this type can have: its own name, or the possible types of an interface or union. */
export function possibleTypes(type: TypeModel | undefined): readonly string[] {
  if (type?.kind === 'object') return [type.name];
  return type?.kind === 'interface' || type?.kind === 'union' ? type.possibleTypes : [];
}

/** The type in an object's `__typename` if the schema allows it there, else the declared type. */
export function actualType(model: SchemaModel, typeName: string, value: Readonly<Record<string, unknown>> | null): string {
  const own = value !== null && Object.hasOwn(value, '__typename') ? value.__typename : undefined;
  return typeof own === 'string' && possibleTypes(model.types.get(typeName)).includes(own) ? own : typeName;
}

/** Endings that servers add to the names of types. The first group says nothing about a record; the others can be words of its name. */
const TYPE_ENDING = /_?(?:(Entity|Dto|DTO)|Type|Node)$/;

/**
 * The label for records of a type. Graphene's `ShipType` and NestJS's `ShipEntity` are labelled "Ship" if the query type has a field `ship` or
 * `allShips`, or if several types have that ending.
 */
export function typeLabel(model: SchemaModel, name: string): string {
  const given = model.types.get(name)?.label;
  return given ?? model.remember(`label ${name}`, () => readableName(nameWithoutEnding(model, name)));
}

function nameWithoutEnding(model: SchemaModel, name: string): string {
  const [ending, technical] = TYPE_ENDING.exec(name) ?? [];
  const bare = ending === undefined ? name : name.slice(0, -ending.length);
  if (bare === '' || bare === name || model.types.has(bare)) return name;
  const isField = [...model.queryType.fields.keys()].some(field => nameKey(field.replace(/^all(?=[A-Z])/, '')) === nameKey(bare));
  return isField || (technical !== undefined && isCommonEnding(model, technical)) ? bare : name;
}

const isCommonEnding = (model: SchemaModel, ending: string): boolean =>
  model.remember(`ending ${ending}`, () => [...model.types.keys()].filter(name => name.endsWith(ending)).length > 2);

/** The label and colour of enum values. A tone comes from the presentation, a hue from the place of the value in the enum. */
export interface EnumWords {
  readonly enumLabel: (value: string) => string;
  readonly enumTone?: (value: string) => 'neutral' | 'ok' | 'busy' | 'warning' | 'danger' | undefined;
  /** From 0 to 7; undefined for a value that the schema does not list. */
  readonly enumHue?: (value: string) => number | undefined;
}

const HUES = 8;

/** The labels and colours of an enum's values. The default label, also for other types, is `readableName`. Memoized per enum. */
export function enumWords(model: SchemaModel, ref: TypeRef): EnumWords {
  const type = typeOf(model, ref);
  if (type?.kind !== 'enum') return type?.words ?? PLAIN_WORDS;
  return model.remember(`words ${type.name}`, () => {
    const places = new Map(type.values.map(({ name }, at) => [name, at % HUES]));
    return { ...(type.words ?? PLAIN_WORDS), enumHue: value => places.get(value) };
  });
}
const PLAIN_WORDS: EnumWords = { enumLabel: readableName };
