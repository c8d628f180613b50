/**
 * Which record a mutation changes. The type of the answer and the name of its field decide first, then the fields and the type of the input,
 * then the name of the mutation, whose verb and filler words are taken off (`projectUpdate` changes a `Project`, even where a type
 * `ProjectUpdate` exists). Where they contradict each other nothing is claimed: a button on the wrong record is worse than none.
 */
import { keyFields } from '../collections/displayField';
import { findList } from '../collections/listShape';
import { nameKey, singular, wordsOf } from '../model/readableName';
import { type FieldModel, fieldsOf, isList, namedType, type SchemaModel, typeOf } from '../model/schemaModel';
import { answeredRecords, isRecordType } from './answerShape';
import { isVerb, type Verb, verbIndex } from './verbs';

/** A mutation: its fields from the mutation type down, and what its name says is done. */
export interface NamedMutation {
  readonly id: string;
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly verb: Verb;
}

/** What a mutation changes, and how that is known. */
export interface ActionTarget {
  /** An object or interface type with a key. */
  readonly typeName: string;
  readonly proof: 'answer' | 'input' | 'name';
  /** True when it is about the record as a whole, false for a part of it (`checkoutEmailUpdate`). */
  readonly isWhole: boolean;
  /** One English line. */
  readonly why: string;
}

/** The record type an action changes or makes; null when that is not proven. */
export function actionTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  return model.remember(`target ${action.id}`, () => findTarget(model, action));
}

type Subject = readonly string[];

function findTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  const { field, verb } = action;
  const subjects = subjectsOf(action.path);
  // What a deletion answers may be the key alone (`{documentId}`): that is no record.
  const records = answeredRecords(model, field).filter(record => verb !== 'delete' || !isKeyAlone(model, record.typeName));
  for (const { typeName, path } of records) {
    const holder = path.at(-1);
    const names = [typeName, ...(holder === undefined ? [] : [holder])];
    if (subjects.some(subject => names.some(name => isNamed(subject, name))))
      return { typeName, proof: 'answer', isWhole: true, why: `the answer holds ${whereText(path)} of type ${typeName}` };
  }
  const types = [...new Set(records.map(record => record.typeName))];
  const named = firstNamed(model, subjects);
  if (named !== null) {
    // All lines of an order at once: the key is that of the order.
    const parent =
      types.length === 1 && subjects.some(subject => isPartOf(model, subject, types[0] as string)) ? types[0] : undefined;
    if (parent !== undefined)
      return { typeName: parent, proof: 'answer', isWhole: false, why: `the answer is of type ${parent}` };
    // A deletion often answers with what held the deleted record (`deleteProjectColumn: {project}`).
    if (types.length === 0 || (verb === 'delete' && records.every(record => record.path.length > 0)))
      return { typeName: named, proof: 'name', isWhole: true, why: `the name says ${named}` };
    return verb === 'create'
      ? { typeName: named, proof: 'name', isWhole: true, why: `the name says ${named}` }
      : describedTarget(model, field, named, types);
  }
  const only = onlyType(model, types);
  if (only === null) return inputTarget(model, field);
  const why = `the answer is of type ${only}`;
  const bySubject = subjects.some(subject => subject.length === 0 || endsWith(subject, only));
  if (bySubject) return { typeName: only, proof: 'answer', isWhole: true, why };
  const byInput = inputTarget(model, field);
  if (byInput?.typeName === only) return { ...byInput, why: `${why}, and the input is made for it` };
  if (verb !== 'delete' && subjects.some(subject => isPartOf(model, subject, only)))
    return { typeName: only, proof: 'answer', isWhole: false, why };
  return null;
}

/** True for a type that holds nothing but a key. */
function isKeyAlone(model: SchemaModel, typeName: string): boolean {
  const keys = keyFields(model, typeName);
  return [...fieldsOf(model.types.get(typeName)).keys()].every(name => keys.includes(name));
}

const whereText = (path: readonly string[]): string => (path.length === 0 ? 'the record' : `"${path.join('.')}"`);

/** Words that fill a name: `updateOneShip`, `updateFilmCollection`, `delete_x_by_pk`, `insertIntoX`. */
const FILLERS = new Set(
  'one many bulk batch single multiple all by pk id nodeid node items item collection record records from into in of the a my this partial mutation entry'.split(
    ' ',
  ),
);

/** What a mutation's name speaks of, the most exact reading first: without its verb, then without filler words. */
function subjectsOf(path: readonly string[]): Subject[] {
  const last = (path.at(-1) ?? '').replace(/By[A-Z]\w{0,200}$/, '');
  const words = wordsOf(last).map(word => word.toLowerCase());
  const found: string[][] = [];
  const at = verbIndex(words);
  const bare = at < 0 ? words : words.filter((_, index) => index !== at);
  if (bare.length > 0) found.push(bare);
  // `updateStatusUpdate` is an update of a `StatusUpdate`, `blockDelete` the end of a `Block`.
  if (at > 0 && isVerb(words[0] ?? '')) found.push(words.slice(1));
  const filled = bare.filter(word => !FILLERS.has(word));
  if (filled.length < bare.length && filled.length > 0) found.push(filled);
  if (bare.length === 0 || (filled.length === 0 && path.length > 1)) {
    const holder = wordsOf(path.at(-2) ?? '')
      .map(word => word.toLowerCase())
      .filter(word => !/^(mutations?|ops|operations?|actions?|api|module|commands?|service|input)$/.test(word));
    found.push(holder);
  }
  return found;
}

const keyOfWords = (words: Subject): string =>
  words.map((word, index) => (index === words.length - 1 ? singular(word) : word)).join('');
/** What some servers add to the name of a thing for the name of its type. */
const TYPE_ENDING = /^(entity|type|node|model|object|item|record|dto|output|data|resource)$/;

/** True when the words name this type or field, in singular or plural, with or without what servers add to type names. */
function isNamed(subject: Subject, name: string): boolean {
  if (subject.length === 0) return false;
  const key = keyOfWords(subject);
  const other = nameKey(name);
  return other === key || other === subject.join('') || (other.startsWith(key) && TYPE_ENDING.test(other.slice(key.length)));
}

/** The record type that carries the name of a subject; null when none does. */
function firstNamed(model: SchemaModel, subjects: readonly Subject[]): string | null {
  const byKey = recordTypesByKey(model);
  for (const subject of subjects) {
    const found = subject.length === 0 ? undefined : (byKey.get(keyOfWords(subject)) ?? byKey.get(subject.join('')));
    if (found !== undefined) return found;
  }
  return null;
}

/** Record types by the key of their name. */
export function recordTypesByKey(model: SchemaModel): ReadonlyMap<string, string> {
  return model.remember('record types by name key', () => {
    const found = new Map<string, string>();
    for (const name of model.types.keys()) {
      if (name.startsWith('__') || /(payload|connection|edge|result|response|aggregate|_fields|input)$/i.test(name)) continue;
      const key = nameKey(name);
      if (!found.has(key) && isRecordType(model, name)) found.set(key, name);
    }
    return found;
  });
}

/** The one type of all records in an answer; an interface stands for its members. Null when there are several. */
function onlyType(model: SchemaModel, types: readonly string[]): string | null {
  const [first] = types;
  if (types.length === 1 && first !== undefined && isRecordType(model, first)) return first;
  return null;
}

/** True when the last words name the type: `customerAddress` is an `Address`. */
function endsWith(subject: Subject, typeName: string): boolean {
  for (let start = 1; start < subject.length; start++) if (isNamed(subject.slice(start), typeName)) return true;
  return false;
}

/**
 * True when the first words name the type and the rest a part of it that is no record of its own: `checkoutEmailUpdate`, or all of a list
 * at once: `checkoutLinesUpdate`. A single line (`checkoutLineUpdate`) may have a key of its own.
 */
function isPartOf(model: SchemaModel, subject: Subject, typeName: string): boolean {
  for (let end = subject.length - 1; end > 0; end--) {
    if (!isNamed(subject.slice(0, end), typeName)) continue;
    const rest = subject.slice(end);
    const restKey = keyOfWords(rest);
    const isPlural = restKey !== rest.join('');
    for (const field of fieldsOf(model.types.get(typeName)).values()) {
      if (nameKey(field.name) !== restKey) continue;
      // A record of its own may have a key of its own.
      const isMany = isList(field.type) || findList(model, field.type) !== null;
      return isPlural || (!isMany && !isRecordType(model, namedType(field.type)));
    }
    return isPlural;
  }
  return false;
}

/** Name and answer contradict each other: the description of the key may say whose it is ("ID of the order line to update"). */
function describedTarget(model: SchemaModel, field: FieldModel, named: string, types: readonly string[]): ActionTarget | null {
  for (const argument of field.args.values()) {
    if (!/^(id|uuid|node_?id)$/i.test(argument.name) || argument.description === null) continue;
    const said = argument.description
      .slice(0, 300)
      .toLowerCase()
      .replace(/[^a-z]+/g, '');
    if (
      said.includes(nameKey(named)) &&
      !types.some(type => !nameKey(named).includes(nameKey(type)) && said.includes(nameKey(type)))
    )
      return { typeName: named, proof: 'input', isWhole: true, why: `the description of "${argument.name}" says ${named}` };
  }
  return inputTarget(model, field, named);
}

const INPUT_NOISE =
  /^(input|inputs|patch|update|create|set|data|args|arguments|params|payload|request|mutation|dto|type|fields|values|unique|where|partial|edit|change|modify|save|upsert|new|one|many)$/;

/** The record type an input is made for, by the name of the input's type (`ShipPatch`, `UpdateShipInput`) and its fields. */
function inputTarget(model: SchemaModel, field: FieldModel, wanted?: string): ActionTarget | null {
  const byKey = recordTypesByKey(model);
  for (const argument of field.args.values()) {
    const type = typeOf(model, argument.type);
    if (type?.kind !== 'input') continue;
    for (const input of [type, ...[...type.inputFields.values()].map(inner => typeOf(model, inner.type))]) {
      if (input?.kind !== 'input') continue;
      const words = wordsOf(input.name).map(word => word.toLowerCase());
      const name = words.filter(word => !INPUT_NOISE.test(word));
      const found = name.length === 0 ? undefined : byKey.get(keyOfWords(name));
      if (found === undefined || (wanted !== undefined && found !== wanted)) continue;
      const own = fieldsOf(model.types.get(found));
      const shared = [...input.inputFields.keys()].filter(entry => own.has(entry)).length;
      if (shared * 2 >= input.inputFields.size && shared > 0)
        return { typeName: found, proof: 'input', isWhole: true, why: `the input ${input.name} has the fields of ${found}` };
    }
  }
  return null;
}
