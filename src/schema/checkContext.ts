/**
 * Part of checkDocument.ts: what its parts share, and the fields that every schema has without listing them.
 */
import type { FragmentDefinitionNode } from 'graphql';
import { type FieldModel, fieldsOf, isComposite, type SchemaModel, type TypeModel, type TypeRef } from './schemaModel';

/** Everything the parts of the check share. */
export interface CheckContext {
  readonly model: SchemaModel;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  report(rule: string, message: string): void;
}

/** A field of a type, the meta fields included. */
export function fieldIn(model: SchemaModel, type: TypeModel, name: string): FieldModel | undefined {
  if (name === '__typename' && isComposite(type)) return TYPENAME;
  if (type === model.queryType && name === '__schema') return SCHEMA;
  if (type === model.queryType && name === '__type') return TYPE;
  return fieldsOf(type).get(name);
}

const plain = (name: string, type: TypeRef): FieldModel => ({
  name,
  type,
  description: null,
  args: new Map(),
  deprecationReason: null,
});
const required = (name: string): TypeRef => ({ kind: 'nonNull', of: { kind: 'named', name } });
const TYPENAME = plain('__typename', required('String'));
const SCHEMA = plain('__schema', required('__Schema'));
const TYPE: FieldModel = {
  ...plain('__type', { kind: 'named', name: '__Type' }),
  args: new Map([
    ['name', { name: 'name', type: required('String'), description: null, defaultValue: null, deprecationReason: null }],
  ]),
};
