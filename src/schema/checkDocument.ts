/**
 * Validation of a document against a schema, before every send: the rules of the specification for executable documents
 * (https://spec.graphql.org/draft/#sec-Validation), agreeing with graphql-js's `validate` on what is valid and what is not (a property test
 * holds them together), in a few kilobytes and on the model at hand. It reports in English and stops at 50 problems. It does not check the
 * values of variables (formValues.ts does), nor the depth of introspection.
 */
import { parse } from '@0no-co/graphql.web';
import type {
  ArgumentNode,
  DirectiveNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
  TypeNode,
  VariableDefinitionNode,
} from 'graphql';
import { type CheckContext, fieldIn } from './checkContext';
import { checkMerging } from './checkMerging';
import { checkValue, type VariableUse } from './checkValue';
import {
  type ArgumentModel,
  isComposite,
  isLeaf,
  mustBeGiven,
  possibleTypes,
  type SchemaModel,
  type TypeModel,
  type TypeRef,
  typeOf,
  typeText,
} from './schemaModel';

/** What is wrong with a document. `rule` is the name of the specification's rule, as graphql-js spells it without "Rule". */
export interface DocumentProblem {
  readonly rule: string;
  readonly message: string;
}

const MOST_PROBLEMS = 50;

/** What was found in an operation or a fragment, without the fragments it spreads. */
interface Findings {
  readonly uses: VariableUse[];
  readonly spreads: Set<string>;
}

/** Checks a document; [] when it is valid. A text that cannot be parsed gives one problem of the rule `Syntax`. Never throws. */
export function checkDocument(model: SchemaModel, document: string | DocumentNode): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const report = (rule: string, message: string): void => {
    if (problems.length < MOST_PROBLEMS) problems.push({ rule, message });
  };
  let parsed: DocumentNode;
  try {
    parsed = typeof document === 'string' ? (parse(document, { noLocation: true }) as DocumentNode) : document;
  } catch (error) {
    return [{ rule: 'Syntax', message: error instanceof Error ? error.message : String(error) }];
  }
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of parsed.definitions) {
    if (definition.kind === 'OperationDefinition') operations.push(definition);
    else if (definition.kind === 'FragmentDefinition') {
      if (fragments.has(definition.name.value))
        report('UniqueFragmentNames', `There are two fragments called ${definition.name.value}.`);
      fragments.set(definition.name.value, definition);
    } else report('ExecutableDefinitions', `A ${definition.kind} cannot be executed.`);
  }
  const context: CheckContext = { model, fragments, report };
  const findings = new Map<string, Findings>();
  for (const [name, fragment] of fragments) findings.set(name, checkFragment(context, fragment));
  checkCycles(context, findings);

  const names = new Set<string>();
  const used = new Set<string>();
  for (const operation of operations) {
    const name = operation.name?.value;
    if (name === undefined && operations.length > 1)
      report('LoneAnonymousOperation', 'An operation without a name has to be the only one.');
    if (name !== undefined && names.has(name)) report('UniqueOperationNames', `There are two operations called ${name}.`);
    if (name !== undefined) names.add(name);
    checkOperation(context, operation, findings, used);
  }
  for (const name of fragments.keys()) if (!used.has(name)) report('NoUnusedFragments', `Fragment ${name} is never used.`);
  checkMerging(context, operations);
  return problems;
}

function checkOperation(
  context: CheckContext,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, Findings>,
  usedFragments: Set<string>,
): void {
  const { model, report } = context;
  const root = { query: model.queryType, mutation: model.mutationType, subscription: model.subscriptionType }[
    operation.operation
  ];
  const variables = checkVariables(context, operation.variableDefinitions ?? []);
  const own: Findings = { uses: [], spreads: new Set() };
  checkDirectives(context, operation.directives ?? [], operation.operation.toUpperCase(), own);
  checkSelections(context, operation.selectionSet, root ?? undefined, own);
  if (root === null) report('FieldsOnCorrectType', `The schema has no ${operation.operation} type.`);
  if (operation.operation === 'subscription' && root !== null) checkSubscription(context, operation, root.name);

  const reached = new Set<string>();
  const all = [...own.uses];
  const visit = (spreads: Iterable<string>): void => {
    for (const name of spreads) {
      const inner = fragments.get(name);
      if (inner === undefined || reached.has(name)) continue;
      reached.add(name);
      usedFragments.add(name);
      all.push(...inner.uses);
      visit(inner.spreads);
    }
  };
  visit(own.spreads);
  const usedVariables = new Set<string>();
  for (const use of all) {
    usedVariables.add(use.name);
    const variable = variables.get(use.name);
    if (variable === undefined) report('NoUndefinedVariables', `Variable $${use.name} is not defined.`);
    else checkUse(context, variable, use);
  }
  for (const name of variables.keys())
    if (!usedVariables.has(name)) report('NoUnusedVariables', `Variable $${name} is never used.`);
}

interface Variable {
  readonly type: TypeRef | null;
  readonly hasDefault: boolean;
}

function checkVariables(context: CheckContext, definitions: readonly VariableDefinitionNode[]): Map<string, Variable> {
  const { model, report } = context;
  const variables = new Map<string, Variable>();
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    if (variables.has(name)) report('UniqueVariableNames', `Variable $${name} is there twice.`);
    const type = readType(definition.type);
    const named = typeOf(model, type);
    if (named === undefined) report('KnownTypeNames', `The schema has no type ${typeText(type)}.`);
    else if (isComposite(named)) report('VariablesAreInputTypes', `Variable $${name} cannot be of type ${typeText(type)}.`);
    const known = named !== undefined && !isComposite(named);
    variables.set(name, {
      type: named === undefined ? null : type,
      hasDefault: definition.defaultValue !== undefined && definition.defaultValue.kind !== 'NullValue',
    });
    const findings: Findings = { uses: [], spreads: new Set() };
    if (definition.defaultValue) checkValue(context, definition.defaultValue, known ? type : null, findings.uses);
    checkDirectives(context, definition.directives ?? [], 'VARIABLE_DEFINITION', findings);
  }
  return variables;
}

function readType(node: TypeNode): TypeRef {
  if (node.kind === 'NamedType') return { kind: 'named', name: node.name.value };
  if (node.kind === 'ListType') return { kind: 'list', of: readType(node.type) };
  const of = readType(node.type);
  return of.kind === 'nonNull' ? of : { kind: 'nonNull', of };
}

/** A variable may stand where its type is the one wanted, or a stricter one; https://spec.graphql.org/draft/#sec-All-Variable-Usages-Are-Allowed */
function checkUse(context: CheckContext, variable: Variable, use: VariableUse): void {
  if (variable.type === null || use.type === null) return;
  const wanted = use.type;
  const mayBeLess = wanted.kind === 'nonNull' && variable.type.kind !== 'nonNull' && (variable.hasDefault || use.hasDefault);
  if (!isAtLeast(variable.type, mayBeLess ? wanted.of : wanted)) {
    context.report(
      'VariablesInAllowedPosition',
      `Variable $${use.name} of type ${typeText(variable.type)} stands where ${typeText(wanted)} is wanted.`,
    );
  }
  if (use.inOneOf && variable.type.kind !== 'nonNull') {
    context.report('VariablesInAllowedPosition', `Variable $${use.name} must not be null to be the one field of a oneOf input.`);
  }
}

function isAtLeast(given: TypeRef, wanted: TypeRef): boolean {
  if (wanted.kind === 'nonNull') return given.kind === 'nonNull' && isAtLeast(given.of, wanted.of);
  if (given.kind === 'nonNull') return isAtLeast(given.of, wanted);
  if (wanted.kind === 'list') return given.kind === 'list' && isAtLeast(given.of, wanted.of);
  return given.kind === 'named' && given.name === wanted.name;
}

function checkFragment(context: CheckContext, fragment: FragmentDefinitionNode): Findings {
  const { model, report } = context;
  const findings: Findings = { uses: [], spreads: new Set() };
  const name = fragment.typeCondition.name.value;
  const type = model.types.get(name);
  if (type === undefined) report('KnownTypeNames', `The schema has no type ${name}.`);
  else if (!isComposite(type)) report('FragmentsOnCompositeTypes', `Fragment ${fragment.name.value} cannot be on type ${name}.`);
  checkDirectives(context, fragment.directives ?? [], 'FRAGMENT_DEFINITION', findings);
  checkSelections(context, fragment.selectionSet, isComposite(type) ? type : undefined, findings);
  return findings;
}

function checkCycles(context: CheckContext, findings: ReadonlyMap<string, Findings>): void {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (open.has(name)) {
      context.report('NoFragmentCycles', `Fragment ${name} spreads itself.`);
      return;
    }
    const inner = findings.get(name);
    if (inner === undefined || done.has(name)) return;
    open.add(name);
    for (const spread of inner.spreads) visit(spread);
    open.delete(name);
    done.add(name);
  };
  for (const name of findings.keys()) visit(name);
}

function checkSelections(context: CheckContext, set: SelectionSetNode, type: TypeModel | undefined, findings: Findings): void {
  const { model, report, fragments } = context;
  for (const selection of set.selections) {
    if (selection.kind === 'Field') {
      checkDirectives(context, selection.directives ?? [], 'FIELD', findings);
      const name = selection.name.value;
      const field = type === undefined ? undefined : fieldIn(model, type, name);
      if (type !== undefined && field === undefined) report('FieldsOnCorrectType', `Type ${type.name} has no field ${name}.`);
      checkArguments(context, `${type?.name}.${name}`, field?.args, selection.arguments ?? [], findings);
      const inner = field === undefined ? undefined : typeOf(model, field.type);
      if (isLeaf(inner) && selection.selectionSet) report('ScalarLeafs', `Field ${name} has no fields of its own.`);
      if (isComposite(inner) && !selection.selectionSet) report('ScalarLeafs', `Field ${name} needs a selection of its fields.`);
      if (selection.selectionSet)
        checkSelections(context, selection.selectionSet, isComposite(inner) ? inner : undefined, findings);
    } else if (selection.kind === 'InlineFragment') {
      checkDirectives(context, selection.directives ?? [], 'INLINE_FRAGMENT', findings);
      const name = selection.typeCondition?.name.value;
      const on = name === undefined ? type : model.types.get(name);
      if (name !== undefined && on === undefined) report('KnownTypeNames', `The schema has no type ${name}.`);
      if (on !== undefined && !isComposite(on)) report('FragmentsOnCompositeTypes', `A fragment cannot be on type ${on.name}.`);
      checkOverlap(context, type, on);
      checkSelections(context, selection.selectionSet, isComposite(on) ? on : undefined, findings);
    } else {
      checkDirectives(context, selection.directives ?? [], 'FRAGMENT_SPREAD', findings);
      const name = selection.name.value;
      findings.spreads.add(name);
      const fragment = fragments.get(name);
      if (fragment === undefined) report('KnownFragmentNames', `There is no fragment ${name}.`);
      else checkOverlap(context, type, model.types.get(fragment.typeCondition.name.value));
    }
  }
}

function checkOverlap({ model, report }: CheckContext, parent: TypeModel | undefined, on: TypeModel | undefined): void {
  if (!isComposite(parent) || !isComposite(on) || parent === on) return;
  const possible = new Set(possibleTypes(parent));
  if (!possibleTypes(model.types.get(on.name)).some(name => possible.has(name))) {
    report('PossibleFragmentSpreads', `A ${parent.name} can never be a ${on.name}.`);
  }
}

function checkArguments(
  context: CheckContext,
  owner: string,
  known: ReadonlyMap<string, ArgumentModel> | undefined,
  given: readonly ArgumentNode[],
  findings: Findings,
): void {
  const { report } = context;
  const seen = new Set<string>();
  for (const argument of given) {
    const name = argument.name.value;
    if (seen.has(name)) report('UniqueArgumentNames', `Argument ${name} of ${owner} is there twice.`);
    seen.add(name);
    const model = known?.get(name);
    if (known !== undefined && model === undefined) report('KnownArgumentNames', `${owner} has no argument ${name}.`);
    checkValue(context, argument.value, model?.type ?? null, findings.uses, model !== undefined && model.defaultValue !== null);
  }
  for (const argument of known?.values() ?? []) {
    if (mustBeGiven(argument) && !seen.has(argument.name))
      report('ProvidedRequiredArguments', `${owner} needs argument ${argument.name}.`);
  }
}

function checkDirectives(
  context: CheckContext,
  directives: readonly DirectiveNode[],
  location: string,
  findings: Findings,
): void {
  const { model, report } = context;
  const seen = new Set<string>();
  for (const directive of directives) {
    const name = directive.name.value;
    const known = model.directives.get(name);
    if (known === undefined) report('KnownDirectives', `There is no directive @${name}.`);
    else if (!known.locations.includes(location)) report('KnownDirectives', `Directive @${name} cannot stand here.`);
    if (known !== undefined && !known.isRepeatable) {
      if (seen.has(name)) report('UniqueDirectivesPerLocation', `Directive @${name} is there twice.`);
      seen.add(name);
    }
    checkArguments(context, `@${name}`, known?.args, directive.arguments ?? [], findings);
  }
}

/** A subscription asks for exactly one field of the root, and for none of introspection. */
function checkSubscription(
  { model, fragments, report }: CheckContext,
  operation: OperationDefinitionNode,
  rootName: string,
): void {
  const keys = new Map<string, string>();
  const visited = new Set<string>();
  const collect = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if ((selection.directives ?? []).some(directive => isSkipped(directive))) continue;
      if (selection.kind === 'Field') {
        const key = selection.alias?.value ?? selection.name.value;
        if (!keys.has(key)) keys.set(key, selection.name.value);
        continue;
      }
      const fragment = selection.kind === 'InlineFragment' ? selection : fragments.get(selection.name.value);
      if (fragment === undefined || (selection.kind === 'FragmentSpread' && visited.has(selection.name.value))) continue;
      if (selection.kind === 'FragmentSpread') visited.add(selection.name.value);
      const on = fragment.typeCondition?.name.value;
      if (on === undefined || on === rootName || possibleTypes(model.types.get(on)).includes(rootName))
        collect(fragment.selectionSet);
    }
  };
  collect(operation.selectionSet);
  if (keys.size > 1) report('SingleFieldSubscriptions', 'A subscription must ask for exactly one field.');
  for (const name of keys.values())
    if (name.startsWith('__')) report('SingleFieldSubscriptions', 'A subscription must not ask for an introspection field.');
}

/** True for `@skip(if: true)` and `@include(if: false)`; a variable counts as not given. */
function isSkipped(directive: DirectiveNode): boolean {
  const condition = directive.arguments?.find(argument => argument.name.value === 'if')?.value;
  if (condition?.kind !== 'BooleanValue') return false;
  return directive.name.value === 'skip' ? condition.value : directive.name.value === 'include' && !condition.value;
}
