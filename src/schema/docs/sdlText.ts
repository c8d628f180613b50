/**
 * Prints a model as SDL (schema definition language): one type for its documentation page, or the whole schema for a file. Built-in
 * directives and scalars are left out of the whole schema. https://spec.graphql.org/draft/#sec-Type-System
 */
import {
  type ArgumentModel,
  type DirectiveModel,
  type FieldModel,
  type SchemaModel,
  type TypeModel,
  typeText,
} from '../model/schemaModel';

const BUILT_IN_SCALARS = new Set(['Int', 'Float', 'String', 'Boolean', 'ID']);
const BUILT_IN_DIRECTIVES = new Set(['skip', 'include', 'deprecated', 'specifiedBy', 'oneOf']);

/** The whole schema, with a line break at the end. */
export function schemaSdl(model: SchemaModel): string {
  const parts: string[] = [];
  const roots = [
    ['query', model.queryType],
    ['mutation', model.mutationType],
    ['subscription', model.subscriptionType],
  ] as const;
  // Without a `schema` definition, types called Query, Mutation and Subscription are the root types. So it can be left out only if the
  // roots have these names and no other type has.
  const isUsual = roots.every(([operation, type]) => {
    const usual = operation.charAt(0).toUpperCase() + operation.slice(1);
    return type ? type.name === usual : !model.types.has(usual);
  });
  if (!isUsual || model.description) {
    const lines = roots.flatMap(([operation, type]) => (type ? [`  ${operation}: ${type.name}`] : []));
    parts.push(`${description(model.description, '')}schema {\n${lines.join('\n')}\n}`);
  }
  for (const directive of model.directives.values())
    if (!BUILT_IN_DIRECTIVES.has(directive.name)) parts.push(directiveSdl(directive));
  for (const type of model.types.values()) {
    if (!type.name.startsWith('__') && !BUILT_IN_SCALARS.has(type.name)) parts.push(typeSdl(type));
  }
  return `${parts.join('\n\n')}\n`;
}

/** The SDL of one type. */
export function typeSdl(type: TypeModel): string {
  const head = description(type.description, '');
  switch (type.kind) {
    case 'scalar':
      return `${head}scalar ${type.name}${type.specifiedBy ? ` @specifiedBy(url: ${JSON.stringify(type.specifiedBy)})` : ''}`;
    case 'object':
    case 'interface': {
      const word = type.kind === 'object' ? 'type' : 'interface';
      const wide = type.interfaces.length > 0 ? ` implements ${type.interfaces.join(' & ')}` : '';
      return `${head}${word} ${type.name}${wide}${block([...type.fields.values()].map(fieldSdl))}`;
    }
    case 'union':
      return `${head}union ${type.name}${type.possibleTypes.length === 0 ? '' : ` = ${type.possibleTypes.join(' | ')}`}`;
    case 'enum':
      return `${head}enum ${type.name}${block(
        type.values.map(value => `${description(value.description, '  ')}  ${value.name}${deprecated(value.deprecationReason)}`),
      )}`;
    case 'input':
      return `${head}input ${type.name}${type.isOneOf ? ' @oneOf' : ''}${block(
        [...type.inputFields.values()].map(field => `${description(field.description, '  ')}  ${argumentSdl(field)}`),
      )}`;
  }
}

/** The SDL of one directive definition. */
export function directiveSdl(directive: DirectiveModel): string {
  const repeatable = directive.isRepeatable ? ' repeatable' : '';
  return `${description(directive.description, '')}directive @${directive.name}${argumentsSdl(directive.args, '')}${repeatable} on ${directive.locations.join(' | ')}`;
}

function fieldSdl(field: FieldModel): string {
  return `${description(field.description, '  ')}  ${field.name}${argumentsSdl(field.args, '  ')}: ${typeText(field.type)}${deprecated(field.deprecationReason)}`;
}

function argumentsSdl(args: ReadonlyMap<string, ArgumentModel>, indent: string): string {
  const list = [...args.values()];
  if (list.length === 0) return '';
  if (list.every(argument => !argument.description)) return `(${list.map(argumentSdl).join(', ')})`;
  const lines = list.map(argument => `${description(argument.description, `${indent}  `)}${indent}  ${argumentSdl(argument)}`);
  return `(\n${lines.join('\n')}\n${indent})`;
}

function argumentSdl({ name, type, defaultValue, deprecationReason }: ArgumentModel): string {
  return `${name}: ${typeText(type)}${defaultValue === null ? '' : ` = ${defaultValue}`}${deprecated(deprecationReason)}`;
}

const block = (lines: readonly string[]): string => (lines.length === 0 ? '' : ` {\n${lines.join('\n')}\n}`);

const deprecated = (reason: string | null): string =>
  reason === null ? '' : reason === 'No longer supported' ? ' @deprecated' : ` @deprecated(reason: ${JSON.stringify(reason)})`;

/** A description with its line break: a block string if the text is unchanged by it, else a quoted string. */
function description(text: string | null, indent: string): string {
  if (!text) return '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a block string cannot contain these characters
  const isPlain = !/[\u0000-\u0008\u000b-\u001f]/.test(text) && text.trim() === text;
  if (!isPlain) return `${indent}${JSON.stringify(text)}\n`;
  const lines = text.replaceAll('"""', '\\"""').split('\n');
  return `${indent}"""\n${lines.map(line => (line === '' ? '' : indent + line)).join('\n')}\n${indent}"""\n`;
}
