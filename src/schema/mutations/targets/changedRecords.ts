/** The records that a mutation returns and may have changed. */
import { keyFields } from '../../collections/displayField';
import { nameKey } from '../../model/readableName';
import { fieldsOf, namedType, type SchemaModel } from '../../model/schemaModel';
import { isNamed, keyOfWords, type Subject } from '../names/recordNames';
import { subjectsOf } from '../names/subjects';
import { isOfType } from '../names/subjectTypes';
import { type ResultRecord, resultRecords } from '../resultShape';
import type { NamedMutation } from './namedMutation';

/** The records in the result of a mutation that are not inside of what its name says. */
export function changedRecords(model: SchemaModel, { field, path }: NamedMutation): readonly ResultRecord[] {
  const subjects = subjectsOf(path);
  // A payload type can have the whole name of the mutation.
  const payload = nameKey(namedType(field.type));
  const holder = payload === nameKey(path.at(-1) ?? '') ? null : payload;
  return resultRecords(model, field).filter(record => !isInsideSubject(model, holder, subjects, record));
}

/**
 * True for a record inside the subject of the name: `updateProposal: {proposal: {call}}` does not change the call, nor does
 * `updateBilling: Billing` change the tax number in it.
 * @param holder the name of the result type, as by `nameKey`
 */
function isInsideSubject(
  model: SchemaModel,
  holder: string | null,
  subjects: readonly Subject[],
  { path, typeName }: ResultRecord,
): boolean {
  if (path.length === 0) return false;
  if (subjects.some(subject => keyOfWords(subject) === holder)) return !isOfType(model, subjects, typeName);
  const isInside = path.slice(0, -1).some(name => subjects.some(subject => isNamed(model, subject, name)));
  return isInside && !subjects.some(subject => isNamed(model, subject, typeName));
}

/** True for a type that has only key fields. */
export function isKeyAlone(model: SchemaModel, typeName: string): boolean {
  const keys = keyFields(model, typeName);
  return [...fieldsOf(model.types.get(typeName)).keys()].every(name => keys.includes(name));
}
