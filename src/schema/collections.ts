/**
 * The collections of a schema: root fields (and fields of root namespaces, one or two levels deep) that give a list of objects in any of
 * the known shapes. What the list is made of is listShape.ts, how it is paged, filtered and ordered paging.ts, filters.ts, sorting.ts.
 */
import type { ArgumentPath } from './argumentPath';
import type { FilterCapability } from './filters';
import { findContainers, findFilters } from './findFilters';
import { findSorting, sortArgumentNames } from './findSorting';
import { type FormField, formModel } from './formModel';
import { lazily } from './lazily';
import { findList, type ListShape } from './listShape';
import { findPaging, type Paging } from './paging';
import { fieldLabel, readableName, singular } from './readableName';
import {
  type ArgumentModel,
  type FieldModel,
  isList,
  mustBeGiven,
  needsNoArguments,
  type ObjectTypeModel,
  type SchemaModel,
  typeOf,
} from './schemaModel';
import type { SortCapability } from './sorting';
import { findTotalBeside, isAggregateOf, type TotalSource } from './totals';

/** A list of objects that can be shown as a table. */
export interface Collection {
  /** Url-safe and stable: the path joined with '.'; nested ones are `Type.field`. */
  readonly id: string;
  /** Fields from the query type (or, for a nested one, from its record) down to the list field. */
  readonly path: readonly string[];
  /** The type whose field the list is. */
  readonly parentType: string;
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** Readable name of the namespace it stands in; null at the root. */
  readonly group: string | null;
  /** `viewer`: a list of the signed-in user's own (`viewer.repositories`); `nested`: of a record. */
  readonly origin: 'root' | 'namespace' | 'viewer' | 'nested';
  /** Id of the better collection of the same rows, when this is another form of it (`usersConnection` beside `users`); else null. */
  readonly alternateOf: string | null;
  /** Name of the object, interface or union type of its rows. */
  readonly rowType: string;
  readonly shape: ListShape;
  readonly paging: Paging;
  /** Null when it cannot be filtered. */
  readonly filter: FilterCapability | null;
  /** Null when it cannot be ordered. */
  readonly sort: SortCapability | null;
  /** Null when the server does not tell. */
  readonly total: TotalSource | null;
  /** The arguments that have to be filled in before anything can be loaded; usually none. */
  readonly required: readonly FormField[];
  /** Arguments that have to be given but may be empty objects. */
  readonly emptyObjects: readonly ArgumentPath[];
}

const MOST_NAMESPACES = 200;
const NAMESPACE_TYPE = /(query|queries|namespace|root|api|module|resolvers?|ops|operations|viewer)$/i;
const VIEWER = /^(viewer|me|currentuser|current_user|myself|self|whoami|authenticateduser|loggedinuser)$/i;
/** Fields of the machinery, not of the API. */
const MACHINERY = /^(__|_entities$|_service$)/;

/** All collections of a schema, in its own order: those of the root first, then those of namespaces and of the viewer. Found once per model. */
export function findCollections(model: SchemaModel): readonly Collection[] {
  return model.remember('collections', () => {
    const found: Collection[] = [];
    const namespaces: Array<{ path: readonly string[]; type: ObjectTypeModel; origin: Collection['origin'] }> = [
      { path: [], type: model.queryType, origin: 'root' },
    ];
    const visited = new Set<string>([model.queryType.name]);
    for (let index = 0; index < namespaces.length && index < MOST_NAMESPACES; index++) {
      const { path, type, origin } = namespaces[index] as (typeof namespaces)[number];
      for (const field of type.fields.values()) {
        if (MACHINERY.test(field.name) || isAggregateOf(model, type, field) !== null) continue;
        const collection = collectionOf(model, type, field, path, origin);
        if (collection !== null) {
          if (!isManyById(model, collection)) found.push(collection);
          continue;
        }
        if (origin === 'viewer' || path.length >= 2) continue;
        const inner = namespaceOf(model, field);
        if (inner === null || visited.has(inner.type.name)) continue;
        visited.add(inner.type.name);
        namespaces.push({ path: [...path, field.name], type: inner.type, origin: inner.isViewer ? 'viewer' : 'namespace' });
      }
    }
    return markAlternates(found);
  });
}

/** The collection of an id, nested ones (`Ship.visits`) included; null when the schema has none. */
export function collectionById(model: SchemaModel, id: string): Collection | null {
  const known = model
    .remember('collections by id', () => new Map(findCollections(model).map(collection => [collection.id, collection])))
    .get(id);
  if (known !== undefined) return known;
  const [typeName = '', fieldName = '', ...rest] = id.split('.');
  return rest.length > 0
    ? null
    : (nestedCollections(model, typeName).find(collection => collection.field.name === fieldName) ?? null);
}

/** The lists of objects a record of a type holds, each pageable on its own. Ids are `Type.field`. */
export function nestedCollections(model: SchemaModel, typeName: string): readonly Collection[] {
  return model.remember(`nested ${typeName}`, () => {
    const type = model.types.get(typeName);
    if (type?.kind !== 'object' && type?.kind !== 'interface') return [];
    const holder: ObjectTypeModel =
      type.kind === 'object' ? type : { ...type, fields: type.fields, interfaces: [], kind: 'object' };
    const found: Collection[] = [];
    for (const field of type.fields.values()) {
      const collection = collectionOf(model, holder, field, [], 'nested');
      if (collection !== null) found.push({ ...copyLazily(collection), id: `${typeName}.${field.name}` });
    }
    return found;
  });
}

/** Keeps the lazy parts lazy, which a spread would make. */
function copyLazily(collection: Collection): Collection {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(collection)) as Collection;
}

function collectionOf(
  model: SchemaModel,
  parent: ObjectTypeModel,
  field: FieldModel,
  path: readonly string[],
  origin: Collection['origin'],
): Collection | null {
  const list = findList(model, field.type);
  if (list === null || isAggregateOf(model, parent, field) !== null) return null;
  const { shape, rowType } = list;
  const hasCursor = shape.kind === 'connection' && (shape.endCursor !== null || shape.itemCursor !== null);
  const { paging, used, given } = findPaging(model, field, {
    hasCursor: hasCursor || (shape.endCursor !== null && shape.hasNext !== null),
    hasToken: shape.nextToken !== null,
  });
  const { required, emptyObjects } = requiredArguments(model, field, given);
  const whole = [...path, field.name];
  return lazily(
    {
      id: whole.join('.'),
      path: whole,
      parentType: parent.name,
      field,
      label: fieldLabel(field.name.replace(/^all_?(?=[A-Z])/, '')),
      description: field.description,
      deprecationReason: field.deprecationReason,
      group: path.length === 0 ? null : path.map(readableName).join(' › '),
      origin,
      alternateOf: null,
      rowType,
      shape,
      paging,
      required,
      emptyObjects,
    },
    {
      sort: () => findSorting(model, field.args, rowType)?.capability ?? null,
      filter: () => {
        const sorting = findSorting(model, field.args, rowType);
        const taken = [...used, ...(sorting?.used ?? []), ...required.map(entry => [entry.name])];
        return findFilters(model, field.args, rowType, taken);
      },
      total: (): TotalSource | null =>
        shape.total === null ? findTotalBeside(model, parent, field, rowType) : { place: 'inside', path: shape.total },
    },
  );
}

/** What has to be filled in before a list can be loaded: required arguments that neither paging nor an order takes care of. */
function requiredArguments(
  model: SchemaModel,
  field: FieldModel,
  given: readonly ArgumentPath[],
): { required: readonly FormField[]; emptyObjects: readonly ArgumentPath[] } {
  const must = [...field.args.values()].filter(
    argument => mustBeGiven(argument) && !given.some(path => path[0] === argument.name),
  );
  if (must.length === 0) return NOTHING_REQUIRED;
  const ordered =
    sortArgumentNames(field.args).length === 0 ? [] : (findSorting(model, field.args, listRow(model, field))?.used ?? []);
  const containers = new Set(findContainers(model, must, given).map(({ argument }) => argument.name));
  const emptyObjects: ArgumentPath[] = [];
  const toFill: ArgumentModel[] = [];
  for (const argument of must) {
    const type = typeOf(model, argument.type);
    if (ordered.some(path => path.length === 1 && path[0] === argument.name)) continue;
    const mayBeEmpty = type?.kind === 'input' && !type.isOneOf && ![...type.inputFields.values()].some(mustBeGiven);
    if (containers.has(argument.name) && mayBeEmpty) emptyObjects.push([argument.name]);
    else toFill.push(argument);
  }
  return { required: formModel(model, toFill), emptyObjects };
}
const listRow = (model: SchemaModel, field: FieldModel): string => findList(model, field.type)?.rowType ?? '';
const NOTHING_REQUIRED = { required: [], emptyObjects: [] };

/** `nodes(ids: [ID!]!)`: records by their ids, no collection to look through. */
function isManyById(model: SchemaModel, collection: Collection): boolean {
  const type = model.types.get(collection.rowType);
  return (
    type?.kind !== 'object' &&
    collection.required.some(field => /^(_?ids|representations)$/i.test(field.name) && isList(field.type))
  );
}

/** The type of a field that only groups others, or that is the signed-in user's own place. */
function namespaceOf(model: SchemaModel, field: FieldModel): { type: ObjectTypeModel; isViewer: boolean } | null {
  if (isList(field.type) || !needsNoArguments(field)) return null;
  const type = typeOf(model, field.type);
  if (type?.kind !== 'object' || type === model.queryType) return null;
  const isEntity = type.fields.has('id') || type.interfaces.includes('Node');
  if (VIEWER.test(field.name)) return { type, isViewer: isEntity };
  if (isEntity && !NAMESPACE_TYPE.test(type.name)) return null;
  return { type, isViewer: false };
}

/** Of several lists of the same rows under one name the one that can do most is kept as such, the others point to it. */
function markAlternates(found: readonly Collection[]): Collection[] {
  const groups = new Map<string, Collection[]>();
  for (const collection of found) {
    if (collection.origin === 'viewer') continue;
    const bare = collection.field.name.replace(/^all_?(?=[A-Z_])/, '').replace(/(_?connection|_?list|Paginated|Page)$/i, '');
    const key = `${collection.path.slice(0, -1).join('.')} ${collection.rowType} ${singular(bare).toLowerCase()}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [collection]);
    else group.push(collection);
  }
  const better = new Map<Collection, Collection>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const best = group.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    for (const collection of group) if (collection !== best) better.set(collection, best);
  }
  return found.map(collection => {
    const best = better.get(collection);
    return best === undefined
      ? collection
      : (Object.defineProperty(copyLazily(collection), 'alternateOf', { value: best.id, enumerable: true }) as Collection);
  });
}

function worth(collection: Collection): number {
  const { paging, shape } = collection;
  return (
    (collection.required.length === 0 ? 100 : 0) +
    (collection.deprecationReason === null ? 50 : 0) +
    (paging.style === 'none' ? 0 : 20) +
    (shape.total === null ? 0 : 10) +
    (paging.style === 'cursor' && paging.last !== null ? 5 : 0)
  );
}
