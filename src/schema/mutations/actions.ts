/**
 * Lists the mutations of a schema ("actions"), including those in namespaces (`mutation { harbour { addShip } }`), with their forms, the
 * types they are about, and whether their names suggest a loss of data. recordActions.ts finds those that take a record.
 */
import { keyPaths } from '../collections/displayField';
import { findList } from '../collections/listShape';
import { type FormField, formModel, isCompleteForm } from '../forms/formModel';
import { nameKey, readableName, singular, wordsOf } from '../model/readableName';
import {
  type FieldModel,
  fieldsOf,
  isComposite,
  isList,
  needsNoArguments,
  type ObjectTypeModel,
  type SchemaModel,
  typeLabel,
  typeOf,
} from '../model/schemaModel';
import { actionTarget } from './actionTarget';
import { labelName, separatedName } from './names/labelName';
import { isNoun } from './names/recordNames';
import { DANGER_WORDS, DELETE_WORDS, type Verb, verbOf } from './names/verbs';
import { isRecordType } from './resultShape';

/** A mutation. */
export interface Action {
  /** Stable and URL-safe: the path joined with '.'. */
  readonly id: string;
  /** Field names from the mutation type down. */
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** The name of the type it is about; null if unknown. */
  readonly about: string | null;
  /** The heading under which it is listed: from the presentation, its namespace, or the type it is about; else null. */
  readonly group: string | null;
  /** True if its name suggests that something is lost (delete, remove, cancel, …). */
  readonly danger: boolean;
  /** The kind of change, judged by the verb of its name. */
  readonly verb: Verb;
  /** The form fields of its arguments. */
  readonly form: readonly FormField[];
  /** False if a required argument can never be filled in. */
  readonly isComplete: boolean;
}

const MOST_NAMESPACES = 200;

/** All actions in the schema's order; [] without a mutation type. Memoized per model. */
export function findActions(model: SchemaModel): readonly Action[] {
  return model.remember('actions', () => {
    const { mutationType } = model;
    if (mutationType === null) return [];
    const found: Action[] = [];
    const holders: Array<{ path: readonly string[]; type: ObjectTypeModel }> = [{ path: [], type: mutationType }];
    const visited = new Set([mutationType.name]);
    for (let index = 0; index < holders.length && index < MOST_NAMESPACES; index++) {
      const { path, type } = holders[index] as (typeof holders)[number];
      for (const field of type.fields.values()) {
        if (field.name.startsWith('__')) continue;
        const inner = path.length < 2 ? namespaceOf(model, field, 1 - path.length) : null;
        if (inner === null) found.push(actionOf(model, [...path, field.name], field));
        else if (!visited.has(inner.name)) {
          visited.add(inner.name);
          holders.push({ path: [...path, field.name], type: inner });
        }
      }
    }
    return found;
  });
}

/** The action with an id; null if the schema has none. */
export function actionById(model: SchemaModel, id: string): Action | null {
  return model.remember('actions by id', () => new Map(findActions(model).map(action => [action.id, action]))).get(id) ?? null;
}

/**
 * The type of a mutation field that only groups others; null for any other field. Such a field has no arguments, and either a type whose
 * name or fields show that it groups mutations, or only fields that are groups themselves (`CatalogService { Books { create } }`).
 * @param deeper the number of further levels allowed
 */
function namespaceOf(model: SchemaModel, field: FieldModel, deeper: number): ObjectTypeModel | null {
  if (field.args.size > 0 || isList(field.type)) return null;
  const type = typeOf(model, field.type);
  if (type?.kind !== 'object' || type.fields.has('id')) return null;
  const named = /(mutations?|namespace|ops|operations|actions|api|module|commands)$/i.test(type.name);
  const fields = [...type.fields.values()];
  if (deeper > 0 && fields.length > 0 && fields.every(entry => namespaceOf(model, entry, deeper - 1) !== null)) return type;
  const withArguments = fields.filter(entry => entry.args.size > 0).length;
  return named
    ? withArguments > 0
      ? type
      : null
    : withArguments >= 2 && withArguments * 2 > fields.length && !/(payload|result|response)$/i.test(type.name)
      ? type
      : null;
}

function actionOf(model: SchemaModel, path: readonly string[], field: FieldModel): Action {
  const id = path.join('.');
  const name = separatedName(model, field.name);
  const words = wordsOf(name).map(word => word.toLowerCase());
  const namespace = path.slice(0, -1);
  const verb = isNoun(model, path) ? 'other' : verbOf(words);
  return {
    id,
    path,
    field,
    label:
      field.label ??
      readableName(
        words.length === 1 && PLAIN_VERBS.has(words[0] ?? '') ? `${name}_${ofWhat(namespace)}` : labelName(model, field.name),
      ),
    description: field.description,
    deprecationReason: field.deprecationReason,
    danger: isDangerous(words),
    verb,
    get about() {
      return model.remember(
        `about ${id}`,
        () => actionTarget(model, { id, path, field, verb })?.typeName ?? aboutOf(model, field, namespace),
      );
    },
    get group() {
      if (field.section !== undefined) return field.section;
      if (namespace.length > 0) return namespace.map(readableName).join(' › ');
      return this.about === null ? null : typeLabel(model, this.about);
    },
    get form() {
      return model.remember(`action ${id}`, () => formModel(model, field.args.values()));
    },
    get isComplete() {
      return isCompleteForm(this.form);
    },
  };
}

/** Names that need the namespace in their label: `contacts { create }` is labelled "Create contact". */
const PLAIN_VERBS = new Set(
  'create new add insert update edit change modify patch replace save set upsert delete destroy remove archive restore rename duplicate publish unpublish activate deactivate enable disable approve reject cancel close reopen'.split(
    ' ',
  ),
);
const CARRIER = /^(mutations?|ops|operations?|actions?|api|module|commands?|service)$/i;

function ofWhat(namespace: readonly string[]): string {
  const words = wordsOf(namespace.at(-1) ?? '').filter(word => !CARRIER.test(word));
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join('_');
}

/**
 * True for a delete word anywhere in the name, or another danger word at its start or end (`closeIssue`, `visitCancel`, not
 * `setCloseDate`).
 */
function isDangerous(words: readonly string[]): boolean {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (first === 'un' || first === 'undelete' || first === 'restore') return false;
  return DANGER_WORDS.has(first) || DANGER_WORDS.has(last) || words.some(word => DELETE_WORDS.has(word));
}

/** Type names by name key, without wrapper types such as payloads and connections. */
function namedTypes(model: SchemaModel): ReadonlyMap<string, string> {
  return model.remember('types by name key', () => {
    const found = new Map<string, string>();
    for (const name of model.types.keys()) {
      if (name.startsWith('__') || /(payload|connection|edge|result|response|aggregate|_fields|input)$/i.test(name)) continue;
      const key = nameKey(name);
      if (!found.has(key)) found.set(key, name);
    }
    return found;
  });
}

/** The type an action is about: the record type with the longest name in the action's name, else the record type of its result. */
function aboutOf(model: SchemaModel, field: FieldModel, namespace: readonly string[]): string | null {
  const known = namedTypes(model);
  const record = recordIn(model, field);
  const words = [...namespace.flatMap(wordsOf), ...wordsOf(field.name)].map(word => word.toLowerCase());
  // Only the last word of a name is changed to the singular.
  const singulars = words.map(word => model.remember(`singular ${word}`, () => singular(word)));
  for (let length = words.length; length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const end = start + length - 1;
      const found = known.get(words.slice(start, end).join('') + singulars[end]);
      if (found === undefined || !isRecordType(model, found)) continue;
      if (length > 1 || !DANGER_WORDS.has(words[start] as string) || found === record) return found;
    }
  }
  return record;
}

/** The record type of an action's result: the result type itself or the only record type inside its payload; else null. */
function recordIn(model: SchemaModel, field: FieldModel): string | null {
  const type = typeOf(model, field.type);
  if (!isComposite(type)) return null;
  const list = findList(model, field.type);
  if (list !== null) return list.rowType;
  if (keyPaths(model, type.name).length > 0) return type.name;
  const inner: string[] = [];
  for (const entry of fieldsOf(type).values()) {
    const target = typeOf(model, entry.type);
    if (target === model.queryType || !needsNoArguments(entry) || !isComposite(target)) continue;
    if (keyPaths(model, target.name).length > 0 && !/error/i.test(entry.name)) inner.push(target.name);
  }
  return inner.length === 1 ? (inner[0] as string) : null;
}
