/**
 * Generates TypeScript types for the variables and the result of an operation. They are exact: fragments are resolved, selection sets on
 * interfaces and unions become one shape for each possible type, and `@include` and `@skip` make a field optional. It only generates text;
 * it sends and validates nothing.
 */
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
  TypeNode,
  VariableDefinitionNode,
} from 'graphql';
import { type ScalarKind, scalarInfo } from '../../../../schema/model/scalars';
import {
  fieldOf,
  type InputTypeModel,
  isRequired,
  itemType,
  nullable,
  possibleTypes,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../../../../schema/model/schemaModel';

/** The types of an operation. */
export interface OperationTypes {
  /** Declarations to paste into a module. */
  text: string;
  /** Name of the type of the result data. */
  data: string;
  /** Name of the type of the variables. */
  variables: string;
  /** False if there are no variables to set. */
  takesVariables: boolean;
}

/** Maximum number of shapes. Fragments and possible types within each other multiply; shapes beyond the limit are `unknown`. */
const MOST_SHAPES = 20_000;

/** Generates the types of an operation. Types and fields that are not in the schema are `unknown`. */
export function operationTypes(model: SchemaModel, document: DocumentNode, operation: OperationDefinitionNode): OperationTypes {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) if (node.kind === 'FragmentDefinition') fragments.set(node.name.value, node);
  const types = createTypeNames(model);
  const { free, leaf, inputProperty, nothing } = types;

  const wrapped = (type: TypeRef, inner: string): string => {
    const item = itemType(type);
    const bare = item ? listOf(wrapped(item, inner)) : inner;
    return isRequired(type) ? bare : `${bare} | null`;
  };
  const outputType = (type: TypeRef, sets: readonly SelectedSet[], indent: string): string => {
    const named = typeOf(model, type);
    if (!named || named.kind === 'scalar' || named.kind === 'enum' || named.kind === 'input')
      return wrapped(type, named ? leaf(named.name) : 'unknown');
    return wrapped(type, shapes(named.name, sets, indent));
  };
  /** Returns the shapes of the possible objects of a selection set; equal shapes are listed once. */
  const shapes = (typeName: string, sets: readonly SelectedSet[], indent: string): string => {
    const objects = possibleTypes(model.types.get(typeName));
    if (objects.length === 0) return 'unknown';
    const byText = new Map<string, string[]>();
    for (const object of objects) {
      const text = shape(object, sets, indent, TYPENAME_MARK);
      byText.set(text, [...(byText.get(text) ?? []), object]);
    }
    const texts = [...byText].map(([text, names]) => text.replaceAll(TYPENAME_MARK, names.map(name => `'${name}'`).join(' | ')));
    return texts.join(' | ');
  };
  let left = MOST_SHAPES;
  const shape = (object: string, sets: readonly SelectedSet[], indent: string, typename: string): string => {
    if (left-- <= 0) return 'unknown';
    const fields = collect(model, fragments, object, sets);
    const deeper = `${indent}  `;
    const lines = [...fields].map(([key, { nodes, conditional }]) => {
      // A field is required if at least one of its occurrences is unconditional.
      const optional = conditional.every(Boolean);
      const [node] = nodes;
      const mark = optional ? '?' : '';
      if (node?.name.value === '__typename') return `${deeper}${key}${mark}: ${typename};`;
      const field = node && fieldOf(model, object, node.name.value);
      if (!field) return `${deeper}${key}${mark}: unknown;`;
      const inner = nodes.flatMap((each, at) =>
        each.selectionSet ? [{ set: each.selectionSet, optional: !optional && conditional[at] === true }] : [],
      );
      return `${deeper}${key}${mark}: ${outputType(field.type, inner, deeper)};`;
    });
    return lines.length === 0 ? nothing : `{\n${lines.join('\n')}\n${indent}}`;
  };

  const kind = operation.operation.charAt(0).toUpperCase() + operation.operation.slice(1);
  const base = capital(operation.name?.value ?? firstName(operation.selectionSet));
  const data = free(base.endsWith(kind) ? base : base + kind);
  const variables = free(`${data}Variables`);
  const { queryType, mutationType, subscriptionType } = model;
  const root = { query: queryType, mutation: mutationType, subscription: subscriptionType }[operation.operation];
  const result = root ? shape(root.name, [{ set: operation.selectionSet, optional: false }], '', `'${root.name}'`) : 'unknown';
  const taken = (operation.variableDefinitions ?? []).map(
    definition => `  ${inputProperty(definition.variable.name.value, typeRefOf(definition.type), hasDefault(definition))};`,
  );
  const own = [
    `export type ${variables} = ${taken.length === 0 ? nothing : `{\n${taken.join('\n')}\n}`};`,
    `export type ${data} = ${result};`,
  ];
  return { text: [...types.declarations(), ...own].join('\n\n'), data, variables, takesVariables: taken.length > 0 };
}

/** Generates TypeScript names for types of the schema, and collects the declarations of those that are used. */
function createTypeNames(model: SchemaModel) {
  /** Declarations of enums, input objects and scalars by name, in order of use. */
  const declared = new Map<string, string>();

  const declare = (name: string, make: () => string): string => {
    if (!declared.has(name)) {
      // Registered first, because input objects can be recursive.
      declared.set(name, '');
      declared.set(name, make());
    }
    return name;
  };
  /** Returns a global TypeScript type, qualified if a schema type has the same name. */
  const ofPage = (name: string): string => (model.types.has(name) ? `globalThis.${name}` : name);
  const nothing = model.types.has('Record') ? '{ [name: string]: never }' : 'Record<string, never>';
  /** TypeScript types of custom scalars, by name. */
  const scalars = new Map<string, string>();
  const free = (name: string): string => (model.types.has(name) || RESERVED.has(name) ? free(`${name}_`) : name);
  const scalarsName = free('Scalars');
  const leaf = (name: string): string => {
    const builtIn = BUILT_IN.get(name);
    if (builtIn) return builtIn;
    const type = model.types.get(name);
    const own = RESERVED.has(name) ? free(name) : name;
    if (type?.kind === 'enum')
      return declare(own, () => `export type ${own} = ${type.values.map(value => `'${value.name}'`).join(' | ') || 'never'};`);
    if (type?.kind === 'input') return declare(own, () => inputText(own, type));
    if (type?.kind !== 'scalar') return 'unknown';
    const { kind } = scalarInfo(type);
    scalars.set(name, kind === 'upload' ? `${ofPage('File')} | ${ofPage('Blob')}` : (IN_JSON[kind] ?? 'string'));
    return `${scalarsName}['${name}']`;
  };

  const inputText = (name: string, { inputFields, isOneOf }: InputTypeModel): string => {
    const fields = [...inputFields.values()];
    if (isOneOf && fields.length > 0) {
      const choices = fields.map(
        chosen =>
          `  | { ${fields.map(field => (field === chosen ? `${field.name}: ${inputType(nullable(field.type))}` : `${field.name}?: never`)).join('; ')} }`,
      );
      return `export type ${name} =\n${choices.join('\n')};`;
    }
    const lines = fields.map(field => `  ${inputProperty(field.name, field.type, field.defaultValue !== null)};`);
    return `export type ${name} = {\n${lines.join('\n')}\n};`;
  };
  const inputProperty = (name: string, type: TypeRef, hasDefault: boolean): string =>
    `${name}${isRequired(type) && !hasDefault ? '' : '?'}: ${inputType(type)}${isRequired(type) ? '' : ' | null'}`;
  /** Without the null of the outermost type. */
  const inputType = (type: TypeRef): string => {
    const item = itemType(type);
    if (!item) return leaf(nullable(type).kind === 'named' ? (nullable(type) as { name: string }).name : '');
    return listOf(inputType(item) + (isRequired(item) ? '' : ' | null'));
  };

  /** The declarations of all named types so far. */
  const declarations = (): string[] => {
    const inJson = [...scalars].map(([name, type]) => `  ${name}: ${type};`).join('\n');
    const ofScalars = `/** What scalars are in JSON. Change a type here if the server sends another. */\nexport type ${scalarsName} = {\n${inJson}\n};`;
    return [...(inJson === '' ? [] : [ofScalars]), ...declared.values()];
  };
  return { free, leaf, inputProperty, nothing, declarations };
}

/** The TypeScript types of the scalars of the specification. A map, because a type of a schema can be named `constructor`. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['String', 'string'],
  ['ID', 'string'],
  ['Int', 'number'],
  ['Float', 'number'],
  ['Boolean', 'boolean'],
]);

/**
 * The TypeScript types of scalars that are not strings in JSON. Large integers and decimals are numbers on some servers and strings on
 * others, and the schema does not say which.
 */
const IN_JSON: Readonly<Partial<Record<ScalarKind, string>>> = {
  int: 'number',
  float: 'number',
  boolean: 'boolean',
  bigInt: 'string | number',
  decimal: 'string | number',
  json: 'unknown',
  unknown: 'unknown',
};

/** Names that cannot be used for a type of the module: keywords, and the imports of copyAs.ts. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'any as asserts async await bigint boolean break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function globalThis if implements import in infer instanceof interface intrinsic keyof let never new null number object ' +
    'package private protected public readonly return static string super switch symbol this throw true try type typeof undefined unique ' +
    'unknown var void while with yield ResultOf TypedDocumentNode VariablesOf'
  ).split(' '),
);

/** Placeholder for the type name while shapes are compared. */
const TYPENAME_MARK = '\u0000';

/** The fields with one response key. */
interface Collected {
  nodes: FieldNode[];
  /** For each node, whether it is conditional. */
  conditional: boolean[];
}

/** A selection set, and whether all of it is conditional. */
interface SelectedSet {
  set: SelectionSetNode;
  optional: boolean;
}

/** Collects the fields that a selection set requests from one object type, by response key. */
function collect(
  model: SchemaModel,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  object: string,
  sets: readonly SelectedSet[],
): Map<string, Collected> {
  const found = new Map<string, Collected>();
  const fits = (condition: string | undefined): boolean =>
    condition === undefined || condition === object || possibleTypes(model.types.get(condition)).includes(object);
  // Each fragment is visited at most twice, with a condition and without: nested spreads would otherwise grow exponentially.
  const visited = new Set<string>();
  const look = (set: SelectionSetNode, optional: boolean): void => {
    for (const node of set.selections) {
      const isOptional = optional || mayBeMissing(node.directives ?? []);
      if (node.kind === 'Field') {
        const key = (node.alias ?? node.name).value;
        const collected = found.get(key) ?? { nodes: [], conditional: [] };
        found.set(key, collected);
        collected.nodes.push(node);
        collected.conditional.push(isOptional);
      } else if (node.kind === 'InlineFragment') {
        if (fits(node.typeCondition?.name.value)) look(node.selectionSet, isOptional);
      } else {
        const fragment = fragments.get(node.name.value);
        const visit = `${node.name.value} ${isOptional}`;
        if (!fragment || visited.has(visit) || !fits(fragment.typeCondition.name.value)) continue;
        visited.add(visit);
        look(fragment.selectionSet, isOptional);
      }
    }
  };
  for (const { set, optional } of sets) look(set, optional);
  return found;
}

/** Returns true if `@include`, `@skip` or `@defer` can omit the field. */
function mayBeMissing(directives: readonly { name: { value: string } }[]): boolean {
  return directives.some(({ name }) => ['include', 'skip', 'defer'].includes(name.value));
}

function listOf(inner: string): string {
  return / \| /.test(topLevel(inner)) ? `(${inner})[]` : `${inner}[]`;
}

/** Returns the text without the content of braces, to examine its outermost form. */
function topLevel(text: string): string {
  let depth = 0;
  let out = '';
  for (const char of text) {
    if (char === '{') depth++;
    else if (char === '}') depth--;
    else if (depth === 0) out += char;
  }
  return out;
}

function firstName(set: SelectionSetNode): string {
  const field = set.selections.find(node => node.kind === 'Field');
  return field?.kind === 'Field' ? field.name.value.replace(/^_+/, '') || 'Anonymous' : 'Anonymous';
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function hasDefault({ defaultValue }: VariableDefinitionNode): boolean {
  return defaultValue !== undefined;
}

function typeRefOf(type: TypeNode): TypeRef {
  if (type.kind === 'NamedType') return { kind: 'named', name: type.name.value };
  if (type.kind === 'ListType') return { kind: 'list', of: typeRefOf(type.type) };
  const of = typeRefOf(type.type);
  return of.kind === 'nonNull' ? of : { kind: 'nonNull', of };
}
