/**
 * Recognizes the forms in which servers return a list of objects: a plain list, a Relay connection
 * (https://relay.dev/graphql/connections.htm), or an object with the list, a total and paging information under common names.
 */
import { nameKey } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import {
  type FieldModel,
  fieldsOf,
  isComposite,
  isList,
  itemType,
  needsNoArguments,
  nullable,
  type SchemaModel,
  type TypeModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';

/** Where the rows and the paging information of a list field are. Paths are field names, starting at the list field's own type. */
export interface ListShape {
  readonly kind: 'list' | 'connection' | 'wrapped';
  /** Path to the array: [] for a plain list, ['nodes'], ['edges'], ['items'], ['data']. */
  readonly rows: readonly string[];
  /** The field of an array item that contains the row: 'node' for edges, null if the item is the row. */
  readonly node: string | null;
  /** Path to the total number of rows. */
  readonly total: readonly string[] | null;
  /** Path to a Boolean that is true if there is a next page. */
  readonly hasNext: readonly string[] | null;
  readonly hasPrevious: readonly string[] | null;
  readonly startCursor: readonly string[] | null;
  readonly endCursor: readonly string[] | null;
  /** The field of an array item (edge) with its cursor; used if there is no `endCursor`. */
  readonly itemCursor: string | null;
  /** Path to the token of the next page. */
  readonly nextToken: readonly string[] | null;
  /** Path to the number of pages. */
  readonly pageCount: readonly string[] | null;
  /** The union member that contains the list, if the list field returns a union; its other members are errors. */
  readonly on?: string;
}

/** A recognized list: its shape and the type of its rows. */
export interface FoundList {
  readonly shape: ListShape;
  readonly rowType: string;
}

const PLAIN: ListShape = {
  kind: 'list',
  rows: [],
  node: null,
  total: null,
  hasNext: null,
  hasPrevious: null,
  startCursor: null,
  endCursor: null,
  itemCursor: null,
  nextToken: null,
  pageCount: null,
};

const ROW_FIELDS =
  'nodes items data results docs records rows list content entries hits elements values objects resources collection edges'.split(
    ' ',
  );
/** Types with these names are wrappers even if they have an id. */
const WRAPPER_NAME =
  /(connection|page|paginat(ed?|ion|or)|list(ing)?|results?|response|collection|resultset|feed|slice|segment)$/i;
/** Names of objects, beside or around the rows, with paging information. */
const INFO_FIELD = /^_?(aggregate|result|total|count)s?$|pag(e|ing|ina)|meta|info|cursor/i;
const TOTAL =
  /^(_?total(_?(count|items|docs|results|elements|records|rows|size|hits|objects|entries|number|matches|found))?|count_?all|all_?count|num_?found|nb_?hits|grand_?total)$/i;
/** Names that can also mean the number of rows on this page; used only without a better name. */
const COUNT = /^(_?count|(items?|rows?|records?|hits|results?|match(es)?|full)_?count)$/i;
const HAS_NEXT = /^(has_?(next|more)(_?[a-z]+)?|more(_?(available|items|results|pages))?)$/i;
const HAS_PREVIOUS = /^has_?prev(ious)?(_?page)?$/i;
const END_CURSOR = /^(end|next|last|next_?page|after)_?cursor$/i;
const START_CURSOR = /^(start_?cursor|prev(ious)?_?cursor)$/i;
const TOKEN = /^((next|next_?page|continuation|pagination)_?token|next_?cursor|scroll_?id|last_?evaluated_?key)$/i;
/** Names of a token beside the rows (Fauna's `after`, Monday's `cursor`), used only without a more specific name. */
const BARE_TOKEN = /^(after|cursor|next|next_?page)$/i;
const PAGE_COUNT = /^(total_?pages?(_?count)?|page_?count|pages|last_?page(_?number)?|num(ber)?_?(of_?)?pages|max_?pages?)$/i;

/** The list of objects in the type of a field; null for any other type. Memoized per type. */
export function findList(model: SchemaModel, type: TypeRef): FoundList | null {
  if (isList(type)) {
    const rows = rowsOf(model, type);
    return rows === null ? null : { shape: PLAIN, rowType: rows.name };
  }
  const wrapper = typeOf(model, type);
  if (wrapper?.kind !== 'object' && wrapper?.kind !== 'interface') return null;
  return model.remember(`list ${wrapper.name}`, () => unwrap(model, wrapper));
}

/** The list in a union with one member that is not an error: `union ShipsResult = ShipPage | Problem`. Null for any other type. */
export function findListInUnion(model: SchemaModel, type: TypeRef): FoundList | null {
  const union = isList(type) ? undefined : typeOf(model, type);
  if (union?.kind !== 'union') return null;
  const [member, ...more] = union.possibleTypes.filter(name => !reportsError(model, name));
  const found = member === undefined || more.length > 0 ? null : findList(model, { kind: 'named', name: member });
  return found && { ...found, shape: { ...found.shape, on: member as string } };
}

const reportsError = (model: SchemaModel, name: string): boolean => {
  const fields = fieldsOf(model.types.get(name));
  return fields.has('message') && !fields.has('id');
};

/** The row type of a list of objects; null for any other type, including a list of lists. */
function rowsOf(model: SchemaModel, type: TypeRef): TypeModel | null {
  const item = itemType(type);
  if (item === null || isList(item)) return null;
  const row = typeOf(model, item);
  return isComposite(row) ? row : null;
}

function unwrap(model: SchemaModel, wrapper: TypeModel): FoundList | null {
  const fields = fieldsOf(wrapper);
  if (!mayHoldList(fields)) return null;
  const facts = findFacts(model, wrapper);
  // Relay: prefer `nodes` (half the size of `edges` in the response), else use `edges { node }`.
  const edges = fields.get('edges');
  const edge = edges && needsNoArguments(edges) ? rowsOf(model, edges.type) : null;
  const node = edge === null ? undefined : fieldsOf(edge).get('node');
  const nodeType = node && needsNoArguments(node) && !isList(node.type) ? typeOf(model, node.type) : undefined;
  if (isComposite(nodeType)) {
    const nodes = fields.get('nodes');
    const direct = nodes && needsNoArguments(nodes) ? rowsOf(model, nodes.type) : null;
    const itemCursor = isScalarField(model, fieldsOf(edge ?? undefined).get('cursor')) ? 'cursor' : null;
    // Without `endCursor` the edges are needed for their cursors.
    const useNodes = direct?.name === nodeType.name && (facts.endCursor !== null || itemCursor === null);
    return {
      shape: {
        ...PLAIN,
        ...facts,
        kind: 'connection',
        rows: [useNodes ? 'nodes' : 'edges'],
        node: useNodes ? null : 'node',
        itemCursor: useNodes ? null : itemCursor,
      },
      rowType: nodeType.name,
    };
  }
  const hasFacts = Object.values(facts).some(path => path !== null);
  const namedWrapper = WRAPPER_NAME.test(wrapper.name);
  if (fields.has('id') && !namedWrapper) return null;
  const isEnvelope = isEnvelopeOf(model, fields);
  for (const name of ROW_FIELDS) {
    const field = fields.get(name);
    const row = field && needsNoArguments(field) ? rowsOf(model, field.type) : null;
    const isAlone = fields.size === 1 && field?.args.size === 0;
    if (row !== null && (hasFacts || namedWrapper || isAlone || (isEnvelope && ENVELOPES.includes(name))))
      return {
        shape: {
          ...PLAIN,
          ...facts,
          kind: name === 'nodes' && facts.endCursor !== null ? 'connection' : 'wrapped',
          rows: [name],
        },
        rowType: row.name,
      };
  }
  const inside = isEnvelope ? insideEnvelope(model, fields) : null;
  if (inside !== null) return inside;
  // A list under any other name (`{ products: [Product], total_count }`) counts only if it is the only one and has paging information.
  if (!hasFacts) return null;
  const lists = [...fields.values()].filter(field => {
    const row = needsNoArguments(field) ? rowsOf(model, field.type) : null;
    return row !== null && !isErrorList(field, row);
  });
  const [only] = lists;
  if (only === undefined || lists.length > 1 || (!namedWrapper && facts.total === null && facts.hasNext === null)) return null;
  return {
    shape: { ...PLAIN, ...facts, kind: 'wrapped', rows: [only.name] },
    rowType: (rowsOf(model, only.type) as TypeModel).name,
  };
}

/** A quick check that excludes most types: they have no list. */
function mayHoldList(fields: ReadonlyMap<string, FieldModel>): boolean {
  for (const field of fields.values()) if (isList(field.type) || ENVELOPES.includes(field.name)) return true;
  return false;
}

/** Field names under which an envelope (`{ success, message, data }`) contains the payload. */
const ENVELOPES = ['data', 'result', 'payload', 'response', 'body', 'hits'];
const OUTCOME =
  /^((is_?)?success|ok|((status|error)_?)?code|status|(error_?)?message|errors?|took|timed_?out|max_?score|(request|trace|query)_?id)$/i;
const ERROR_LISTS = /(errors?|warnings|messages|problems)$/i;

/** True for a list of errors or warnings. A list of `messages` with ids is data, such as a chat. */
export function isErrorList(field: FieldModel, row: TypeModel | undefined): boolean {
  return ERROR_LISTS.test(field.name) && !(/messages$/i.test(field.name) && fieldsOf(row).has('id'));
}

/** True for an envelope such as `{ success, message, data: … }`: all fields except the payload describe the outcome. */
function isEnvelopeOf(model: SchemaModel, fields: ReadonlyMap<string, FieldModel>): boolean {
  let says = false;
  for (const field of fields.values()) {
    if (ENVELOPES.includes(field.name)) continue;
    if (!OUTCOME.test(field.name) || (isComposite(typeOf(model, field.type)) && !ERROR_LISTS.test(field.name))) return false;
    says = true;
  }
  return says;
}

/** The list in the payload of an envelope, with paths that start at the envelope; null if there is none. */
function insideEnvelope(model: SchemaModel, fields: ReadonlyMap<string, FieldModel>): FoundList | null {
  for (const name of ENVELOPES) {
    const field = fields.get(name);
    const held = field && needsNoArguments(field) && !isList(field.type) ? typeOf(model, field.type) : undefined;
    if (held?.kind !== 'object' || isEnvelopeOf(model, held.fields)) continue;
    const found = unwrap(model, held);
    if (found === null) continue;
    const within = (path: readonly string[] | null): readonly string[] | null => (path === null ? null : [name, ...path]);
    const { shape } = found;
    return {
      rowType: found.rowType,
      shape: {
        ...shape,
        rows: [name, ...shape.rows],
        total: within(shape.total),
        hasNext: within(shape.hasNext),
        hasPrevious: within(shape.hasPrevious),
        startCursor: within(shape.startCursor),
        endCursor: within(shape.endCursor),
        nextToken: within(shape.nextToken),
        pageCount: within(shape.pageCount),
      },
    };
  }
  return null;
}

/** Paging information about a list, as paths from the object that contains the list. */
export type ListFacts = Pick<
  ListShape,
  'total' | 'hasNext' | 'hasPrevious' | 'startCursor' | 'endCursor' | 'nextToken' | 'pageCount'
>;

/** Finds the paging information in an object that contains a list. */
export function findFacts(model: SchemaModel, wrapper: TypeModel): ListFacts {
  const holders: Array<{ path: readonly string[]; type: TypeModel | undefined }> = [{ path: [], type: wrapper }];
  const about = (type: TypeModel | undefined): FieldModel[] =>
    [...fieldsOf(type).values()].filter(
      field =>
        INFO_FIELD.test(field.name) && needsNoArguments(field) && !isList(field.type) && isComposite(typeOf(model, field.type)),
    );
  for (const field of about(wrapper)) {
    const type = typeOf(model, field.type);
    holders.push({ path: [field.name], type });
    // One level deeper, as in Strapi's `meta.pagination.total`.
    for (const inner of about(type)) holders.push({ path: [field.name, inner.name], type: typeOf(model, inner.type) });
  }
  const find = (pattern: RegExp, accept: (field: FieldModel) => boolean): readonly string[] | null => {
    for (const { path, type } of holders) {
      for (const field of fieldsOf(type).values()) {
        if (pattern.test(field.name) && needsNoArguments(field) && accept(field)) return [...path, field.name];
      }
    }
    return null;
  };
  const whole = (field: FieldModel): boolean => isWholeNumber(model, field);
  const yesNo = (field: FieldModel): boolean => kindOf(model, field) === 'boolean';
  const scalar = (field: FieldModel): boolean => isScalarField(model, field);
  return {
    total: find(TOTAL, whole) ?? find(COUNT, whole) ?? namedTotal(model, wrapper),
    hasNext: find(HAS_NEXT, yesNo),
    hasPrevious: find(HAS_PREVIOUS, yesNo),
    startCursor: find(START_CURSOR, scalar),
    endCursor: find(END_CURSOR, scalar),
    nextToken: find(TOKEN, scalar) ?? find(BARE_TOKEN, field => isText(model, field)),
    pageCount: find(PAGE_COUNT, whole),
  };
}

/** What is left of the name of a total without the name of its list: `totalNoOfShips`, `shipCount`. */
const NAMED_TOTAL = /^(total|(total)?(no|num|number|count)(of)?|(total)?count)$/;

/** A total that is named after the only list of a page. */
function namedTotal(model: SchemaModel, wrapper: TypeModel): readonly string[] | null {
  if (!WRAPPER_NAME.test(wrapper.name)) return null;
  const fields = [...fieldsOf(wrapper).values()];
  const [list, ...others] = fields.filter(field => rowsOf(model, field.type) !== null);
  if (list === undefined || others.length > 0) return null;
  const bare = (name: string): string => name.replace(/_/g, '').toLowerCase();
  const names = [bare(list.name), nameKey(list.name)];
  const isTotal = ({ name }: FieldModel): boolean =>
    names.some(rows => bare(name).includes(rows) && NAMED_TOTAL.test(bare(name).replace(rows, '')));
  const total = fields.find(field => isTotal(field) && needsNoArguments(field) && isWholeNumber(model, field));
  return total === undefined ? null : [total.name];
}

function kindOf(model: SchemaModel, field: FieldModel | undefined): string | null {
  if (field === undefined || isList(field.type)) return null;
  const type = typeOf(model, nullable(field.type));
  return type?.kind === 'scalar' ? scalarInfo(type).kind : null;
}

function isText(model: SchemaModel, field: FieldModel): boolean {
  return /^(text|id|unknown|bytes)$/.test(kindOf(model, field) ?? '');
}

function isScalarField(model: SchemaModel, field: FieldModel | undefined): boolean {
  return kindOf(model, field) !== null;
}

/** True for a field that can be a count. Includes Float, which some servers use for counts. */
export function isWholeNumber(model: SchemaModel, field: FieldModel): boolean {
  const kind = kindOf(model, field);
  return kind === 'int' || kind === 'bigInt' || kind === 'float';
}
