/** Names of the kinds of things in a schema, as keys of the texts. */
import type { DocsHit } from '../../schema/docsIndex';
import type { TypeModel } from '../../schema/schemaModel';

/** What a type is. */
export const TYPE_KINDS = {
  object: 'docs.kindObject',
  interface: 'docs.kindInterface',
  union: 'docs.kindUnion',
  enum: 'docs.kindEnum',
  input: 'docs.kindInput',
  scalar: 'docs.kindScalar',
} as const satisfies Record<TypeModel['kind'], string>;

/** What a hit of the search is. */
export const HIT_KINDS = {
  type: 'docs.kindType',
  field: 'docs.kindField',
  inputField: 'docs.kindInputField',
  value: 'docs.kindValue',
  argument: 'docs.kindArgument',
  directive: 'docs.kindDirective',
} as const satisfies Record<DocsHit['kind'], string>;

/** Heads of the groups on the first page. */
export const TYPE_GROUPS = [
  ['object', 'docs.objects'],
  ['interface', 'docs.interfaces'],
  ['union', 'docs.unions'],
  ['enum', 'docs.enums'],
  ['input', 'docs.inputs'],
  ['scalar', 'docs.scalars'],
] as const satisfies readonly (readonly [TypeModel['kind'], string])[];

/** Names directives by the mark they are written with, so that they share no address with a type. */
export const directivePath = (name: string): string[] => ['docs', `@${name}`];
