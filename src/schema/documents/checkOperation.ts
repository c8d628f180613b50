/**
 * Validates an operation built by selection.ts against the schema before it is printed, so that no invalid document is sent. It checks the
 * rules of https://spec.graphql.org/draft/#sec-Validation that such an operation could break: fields, selection sets, arguments, fragments,
 * variables and field merging. It does not parse text (the editor of Query validates text with graphql-js) and does not check constants in
 * arguments, because only the builder writes them.
 */
import { fieldsOf, isComposite, isRequiredArgument, type SchemaModel, typeOf, typeText } from '../model/schemaModel';
import type { Operation, Selection } from './selection';

/**
 * The problems of an operation, one English sentence each; [] if it is valid.
 * @param isWhole false while the user fills in a form: required arguments can be missing. Default true.
 */
export function checkOperation(model: SchemaModel, operation: Operation, isWhole = true): string[] {
  const problems: string[] = [];
  const visit = (selection: Selection): void => {
    const holder = model.types.get(selection.typeName);
    if (!isComposite(holder)) {
      problems.push(`Nothing can be selected of "${selection.typeName}".`);
      return;
    }
    for (const field of selection.fields.values()) {
      if (field.name === '__typename') continue;
      const place = `${selection.typeName}.${field.name}`;
      const known = fieldsOf(holder).get(field.name);
      if (known === undefined) {
        problems.push(`The schema has no field "${place}".`);
        continue;
      }
      for (const [name, text] of field.args) {
        const argument = known.args.get(name);
        const variable = text.startsWith('$') ? operation.variables.get(text.slice(1)) : undefined;
        if (argument === undefined) problems.push(`"${place}" has no argument "${name}".`);
        else if (text.startsWith('$') && variable?.type !== typeText(argument.type))
          problems.push(`The variable "${text}" does not fit the argument "${name}" of "${place}".`);
      }
      if (isWhole)
        for (const argument of known.args.values())
          if (isRequiredArgument(argument) && !field.args.some(([name]) => name === argument.name))
            problems.push(`"${place}" needs its argument "${argument.name}".`);
      const type = typeOf(model, known.type);
      if (isComposite(type) !== (field.inside !== null))
        problems.push(`"${place}" ${field.inside === null ? 'needs a selection' : 'takes no selection'}.`);
      if (field.inside !== null) visit(field.inside);
    }
    for (const inner of selection.on.values()) visit(inner);
    problems.push(...clashes(model, selection));
  };
  visit(operation.root);
  return problems;
}

/** Problems of fields in a selection and its fragments that have the same response key but different types. */
function clashes(model: SchemaModel, selection: Selection): string[] {
  if (selection.on.size === 0) return [];
  const types = new Map<string, string>();
  const problems: string[] = [];
  for (const part of [selection, ...selection.on.values()]) {
    for (const field of part.fields.values()) {
      const known = fieldsOf(model.types.get(part.typeName)).get(field.name);
      if (known === undefined) continue;
      // Object types can differ, but their list and non-null wrappers must be equal.
      const text = field.inside === null ? typeText(known.type) : typeText(known.type).replace(/\w+/, '{}');
      const before = types.get(field.key);
      if (before !== undefined && before !== text) problems.push(`"${field.key}" would be ${before} and ${text} at once.`);
      types.set(field.key, text);
    }
  }
  return problems;
}
