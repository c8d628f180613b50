/** Determines the target of a mutation by the mutations and query fields beside it, if the mutation itself does not prove it. */
import { rowKeys } from '../../collections/records';
import { nameKey } from '../../model/readableName';
import {
  type FieldModel,
  fieldsOf,
  namedType,
  possibleTypes,
  type SchemaModel,
  typeOf,
  type UnionTypeModel,
} from '../../model/schemaModel';
import { separatedName } from '../names/labelName';
import { lowerWords } from '../names/nameWords';
import {
  endsWithSubject,
  isNamed,
  isNamedInSpace,
  keyOfWords,
  namesOnlySomeRecords,
  recordTypeNamed,
  recordTypesByKey,
  type Subject,
} from '../names/recordNames';
import {
  isMembershipName,
  namesOnlyPart,
  recordTypeInSpace,
  splitFillerWord,
  subjectOfName,
  subjectsOf,
} from '../names/subjects';
import { endsWithNamed, startsWithType } from '../names/subjectTypes';
import { verbOf } from '../names/verbs';
import { isRecordType, resultRecords } from '../resultShape';
import { spaceSiblings, updatesBeside } from '../spaceSiblings';
import { isKeyAlone } from './changedRecords';
import type { NamedMutation } from './namedMutation';
import { type ActionTarget, ownTarget } from './ownTarget';

/**
 * The target of a deletion with the subject of an update beside it: `deletePartnerContact` deletes the `Contact` that `updatePartnerContact`
 * changes. Null if the result of the deletion contains other records.
 */
export function targetOfUpdate(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  const subject = subjectOfName(action.path);
  if (action.verb !== 'delete' || subject.length === 0 || isMembershipName(action.path)) return null;
  if (namesOnlySomeRecords(model, subject)) return null;
  const returned = resultRecords(model, action.field).filter(record => !isKeyAlone(model, record.typeName));
  for (const update of updatesBeside(model, action.path)) {
    const target = ownTarget(model, update);
    if (target?.isWhole !== true || namesOnlyPart([...subject, target.typeName], target.typeName)) continue;
    if (returned.every(({ typeName }) => typeName === target.typeName))
      return { ...target, proof: 'name', why: `"${update.path.at(-1)}" changes ${target.typeName}` };
  }
  return null;
}

/**
 * The target according to other fields with the same subject: `deleteSeason(id): Boolean` deletes the type that `createSeason` and
 * `updateSeason` return, or that the query field `season` returns, whatever the name of the type. Without such fields, the only id can name
 * the type: `deleteVariant(productVariantId)` deletes a `ProductVariant`.
 */
export function siblingTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  const subject = subjectOfName(action.path);
  if (subject.length === 0 && action.verb !== 'other') return spaceTarget(model, action);
  if ((action.verb !== 'delete' && action.verb !== 'update') || isMembershipName(action.path)) return null;
  if (namesOnlySomeRecords(model, subject)) return null;
  const sibling = siblingTypes(model).get(keyOfWords(subject));
  const returned = resultRecords(model, action.field).filter(record => !isKeyAlone(model, record.typeName));
  const union = unionNamed(model, subject);
  if (union !== null && returned.every(({ typeName }) => possibleTypes(union).includes(typeName)))
    return { typeName: union.name, proof: 'name', isWhole: true, why: `the name says ${union.name}` };
  if (returned.some(({ typeName, path }) => typeName !== sibling || path.length > 0)) return null;
  const inSpace = returned.length > 0 ? null : recordTypeInSpace(model, subject, action.path);
  if (inSpace !== null) return { typeName: inSpace, proof: 'name', isWhole: true, why: `name and namespace say ${inSpace}` };
  const byId = sibling === undefined && action.verb === 'delete' ? typeOfOnlyId(model, action, subject) : null;
  if (byId !== null) return { typeName: byId, proof: 'name', isWhole: true, why: `the id is that of ${byId}` };
  const typeName = sibling ?? (isNamedInSpace(model, subject, action.path) ? recordTypeNamed(model, subject) : null);
  if (typeName === null || typeName === undefined) return null;
  // `removeTopShip` removes a ship from the list `topShips` instead of deleting it.
  if (
    /^remove/i.test(action.path.at(-1) ?? '') &&
    endsWithNamed(model, subject, typeName) &&
    !endsWithSubject(model, subject, typeName)
  )
    return null;
  const by = sibling === undefined ? 'the query type calls' : 'other mutations of that name return';
  return { typeName, proof: 'name', isWhole: true, why: `${by} ${typeName}` };
}

/** The types that root mutations change, by the subject of their names; null if mutations with the same subject disagree. */
function siblingTypes(model: SchemaModel): ReadonlyMap<string, string | null> {
  return model.remember('targets by subject', () => {
    const found = new Map<string, string | null>();
    for (const field of model.mutationType?.fields.values() ?? []) {
      const name = separatedName(model, field.name);
      const path = [name];
      const subject = subjectOfName(path);
      if (subject.length === 0) continue;
      const verb = verbOf(lowerWords(name));
      if (verb === 'other') continue;
      const target = ownTarget(model, { id: field.name, path, field, verb });
      if (target === null || !target.isWhole || namesOnlyPart(subject, target.typeName)) continue;
      const isMadeFor =
        verb === 'create' &&
        target.proof === 'input' &&
        namedType(field.type) === target.typeName &&
        startsWithType(model, subject, target.typeName);
      if (target.proof !== 'result' && !isMadeFor) continue;
      // The subject must match the whole type: `addFavoriteShip` returns a ship, but adds a favourite.
      const before = splitFillerWord(path);
      const subjects = before === null ? subjectsOf(path) : [...subjectsOf(path), before.subject];
      const isWhole = subjects.some(
        words => isNamed(model, words, target.typeName) || endsWithSubject(model, words, target.typeName),
      );
      if (!isWhole && !isMadeFor) continue;
      const key = keyOfWords(subject);
      const existing = found.get(key);
      found.set(key, existing === undefined || existing === target.typeName ? target.typeName : null);
    }
    return found;
  });
}

/**
 * The target of a mutation whose name is only a verb: what the others in its namespace create and update, or what its namespace in the
 * query type returns (`comments { update }`).
 */
function spaceTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  if (action.path.length < 2) return null;
  const siblings = spaceSiblings(model, action.path);
  const rows = rowsOfSpace(model, [action, ...siblings]);
  if (rows !== null)
    return { typeName: rows, proof: 'result', isWhole: true, why: `this and the mutations beside it return ${rows}` };
  if (action.verb === 'create' || resultRecords(model, action.field).length > 0) return null;
  const targets = siblings.map(sibling => ownTarget(model, sibling));
  const [first] = targets;
  if (first && targets.every(target => target?.isWhole === true && target.typeName === first.typeName))
    return { ...first, proof: 'name', why: `the other mutations beside it change ${first.typeName}` };
  const called = recordTypeNamed(model, subjectsOf(action.path)[0] ?? []);
  if (called === null || !isNamedInSpace(model, subjectsOf(action.path)[0] ?? [], action.path)) return null;
  return { typeName: called, proof: 'name', isWhole: true, why: `the query type calls ${called} so` };
}

/**
 * The record type that the mutations of a namespace return, whatever it is called, if one of them takes several of its values. Null for a
 * namespace that is called like a field of the record: `emails { create }` returns the user, but creates an address.
 */
function rowsOfSpace(model: SchemaModel, mutations: readonly NamedMutation[]): string | null {
  const [first] = mutations;
  const results = mutations.map(({ field }) => onlyRecord(model, field));
  const typeName = results.find(result => result !== null && result !== '');
  if (first === undefined || !typeName || !results.every(result => result === typeName || result === '')) return null;
  const own = fieldsOf(model.types.get(typeName));
  const space = keyOfWords(subjectsOf(first.path).at(-1) ?? []);
  if ([...own.keys()].some(name => nameKey(name) === space)) return null;
  return mutations.some(({ verb, field }) => verb !== 'delete' && takesValuesOf(model, field, typeName)) ? typeName : null;
}

/** The type of the record that a mutation returns; '' if it returns none, null if it returns several. */
function onlyRecord(model: SchemaModel, field: FieldModel): string | null {
  const [first, ...others] = resultRecords(model, field).filter(record => !isKeyAlone(model, record.typeName));
  return first === undefined ? '' : others.length > 0 || first.isList ? null : first.typeName;
}

/** True if most arguments of a mutation, and at least two, are values of the record other than its keys. */
function takesValuesOf(model: SchemaModel, field: FieldModel, typeName: string): boolean {
  const own = fieldsOf(model.types.get(typeName));
  const keys = new Set(rowKeys(model, typeName));
  const values = [...field.args.values()]
    .flatMap(argument => {
      const type = typeOf(model, argument.type);
      return type?.kind === 'input' ? [...type.inputFields.keys()] : [argument.name];
    })
    .filter(name => !keys.has(name));
  const shared = values.filter(name => own.has(name)).length;
  return shared > 1 && shared * 2 >= values.length;
}

/** The union that has the name of a subject, if all its members are record types; null if there is none. */
function unionNamed(model: SchemaModel, subject: Subject): UnionTypeModel | null {
  const unions = model.remember(
    'unions of records',
    () =>
      new Map(
        [...model.types.values()].flatMap(type =>
          type.kind === 'union' && type.possibleTypes.every(name => isRecordType(model, name))
            ? [[nameKey(type.name), type]]
            : [],
        ),
      ),
  );
  return unions.get(keyOfWords(subject)) ?? null;
}

/** The record type that the only argument of a mutation names, if the subject is the end of the type's name. */
function typeOfOnlyId(model: SchemaModel, { field }: NamedMutation, subject: Subject): string | null {
  const [only] = field.args.values();
  const [, name = ''] = /^(.+?)_?(?:uu)?id$/i.exec(only?.name ?? '') ?? [];
  const typeName = recordTypesByKey(model).get(nameKey(name));
  return field.args.size === 1 && typeName !== undefined && endsWithSubject(model, subject, typeName) ? typeName : null;
}
