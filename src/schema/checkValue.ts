/**
 * Part of checkDocument.ts: literal values against input types, and the uses of variables inside them.
 */
import type { ObjectValueNode, ValueNode } from 'graphql';
import type { CheckContext } from './checkContext';
import { type InputTypeModel, isLeaf, mustBeGiven, nullable, type TypeRef, typeOf, typeText } from './schemaModel';

/** A variable where it stands. */
export interface VariableUse {
  readonly name: string;
  /** The type wanted there; null where that is not known (inside a custom scalar, at an unknown argument). */
  readonly type: TypeRef | null;
  /** True when the place has a default of its own. */
  readonly hasDefault: boolean;
  /** True for the field of a oneOf input. */
  readonly inOneOf: boolean;
}

/**
 * Checks a literal and notes the variables in it.
 * @param type null: not known, then only the variables are noted
 * @param hasDefault whether the argument or input field has a default
 */
export function checkValue(
  context: CheckContext,
  value: ValueNode,
  type: TypeRef | null,
  uses: VariableUse[],
  hasDefault = false,
  inOneOf = false,
): void {
  checkUnder(context, value, type, uses, hasDefault, inOneOf, true);
}

function checkUnder(
  context: CheckContext,
  value: ValueNode,
  type: TypeRef | null,
  uses: VariableUse[],
  hasDefault: boolean,
  inOneOf: boolean,
  checked: boolean,
): void {
  switch (value.kind) {
    case 'Variable':
      uses.push({ name: value.name.value, type, hasDefault, inOneOf });
      return;
    case 'ListValue': {
      const bare = type === null ? null : nullable(type);
      const isListType = bare?.kind === 'list';
      // A list where a custom scalar is wanted is that scalar's business; what stands in it is not checked.
      if (bare !== null && !isListType && checked) checkLeaf(context, value, type);
      const item = bare?.kind === 'list' ? bare.of : bare;
      for (const inner of value.values) checkUnder(context, inner, item, uses, false, false, checked && isListType);
      return;
    }
    case 'ObjectValue': {
      const named = type === null ? undefined : typeOf(context.model, type);
      const seen = new Set<string>();
      for (const { name } of value.fields) {
        if (seen.has(name.value)) context.report('UniqueInputFieldNames', `Field ${name.value} is there twice.`);
        seen.add(name.value);
      }
      if (named?.kind !== 'input') {
        if (type !== null && checked) checkLeaf(context, value, type);
        for (const field of value.fields) checkUnder(context, field.value, null, uses, false, false, false);
        return;
      }
      if (checked) checkFields(context, value, named);
      for (const field of value.fields) {
        const known = named.inputFields.get(field.name.value);
        checkUnder(
          context,
          field.value,
          known?.type ?? null,
          uses,
          known !== undefined && known.defaultValue !== null,
          named.isOneOf,
          checked,
        );
      }
      return;
    }
    case 'NullValue':
      if (type?.kind === 'nonNull' && checked)
        context.report('ValuesOfCorrectType', `null stands where ${typeText(type)} is wanted.`);
      return;
    default:
      if (checked) checkLeaf(context, value, type);
  }
}

function checkFields({ report }: CheckContext, value: ObjectValueNode, type: InputTypeModel): void {
  const given = new Map(value.fields.map(field => [field.name.value, field.value]));
  for (const name of given.keys())
    if (!type.inputFields.has(name)) report('ValuesOfCorrectType', `Input ${type.name} has no field ${name}.`);
  for (const field of type.inputFields.values()) {
    if (mustBeGiven(field) && !given.has(field.name))
      report('ValuesOfCorrectType', `Input ${type.name} needs field ${field.name}.`);
  }
  if (!type.isOneOf) return;
  const [only] = given.values();
  if (given.size !== 1 || only?.kind === 'NullValue')
    report('ValuesOfCorrectType', `Input ${type.name} needs exactly one field, not null.`);
}

function checkLeaf({ model, report }: CheckContext, value: ValueNode, type: TypeRef | null): void {
  if (type === null) return;
  const named = typeOf(model, type);
  if (
    !isLeaf(named) ||
    !fits(value, named?.kind === 'enum' ? new Set(named.values.map(entry => entry.name)) : (named?.name ?? ''))
  ) {
    report('ValuesOfCorrectType', `A ${value.kind} stands where ${typeText(type)} is wanted.`);
  }
}

/** Only GraphQL's own scalars say what they take; a custom one takes any literal. */
function fits(value: ValueNode, wanted: string | ReadonlySet<string>): boolean {
  if (typeof wanted !== 'string') return value.kind === 'EnumValue' && wanted.has(value.value);
  switch (wanted) {
    case 'Int':
      return value.kind === 'IntValue' && Number(value.value) >= -(2 ** 31) && Number(value.value) < 2 ** 31;
    case 'Float':
      return value.kind === 'IntValue' || value.kind === 'FloatValue';
    case 'String':
      return value.kind === 'StringValue';
    case 'Boolean':
      return value.kind === 'BooleanValue';
    case 'ID':
      return value.kind === 'StringValue' || value.kind === 'IntValue';
    default:
      return true;
  }
}
