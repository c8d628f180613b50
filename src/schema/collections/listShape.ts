/**
 * The shapes in which servers wrap a list of objects: the plain list, Relay's connection, and an object holding the list beside a total
 * or paging information under one of the usual names.
 */
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

/** Where in the answer of a list field its rows and paging facts are. Paths are field names from the list field's own type. */
export interface ListShape {
  readonly kind: 'list' | 'connection' | 'wrapped';
  /** To the array: [] for a plain list, ['nodes'], ['edges'], ['items'], ['data']. */
  readonly rows: readonly string[];
  /** From an item of that array to the row: 'node' for edges, null when the item is the row. */
  readonly node: string | null;
  readonly total: readonly string[] | null;
  /** To a Boolean that says whether there is more. */
  readonly hasNext: readonly string[] | null;
  readonly hasPrevious: readonly string[] | null;
  readonly startCursor: readonly string[] | null;
  readonly endCursor: readonly string[] | null;
  /** To each edge's own cursor, from an item of the array; used where there is no `endCursor`. */
  readonly itemCursor: string | null;
  /** To the token of the next page. */
  readonly nextToken: readonly string[] | null;
  /** To the number of pages. */
  readonly pageCount: readonly string[] | null;
}

/** A recognised list: its shape and the type of its rows. */
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
/** Types of these names are wrappers even when they have an id. */
const WRAPPER_NAME =
  /(connection|page|paginat(ed?|ion|or)|list(ing)?|results?|response|collection|resultset|feed|slice|segment)$/i;
/** Objects beside or around the rows that tell about the list. */
const INFO_FIELD = /^_?(aggregate|result|total|count)s?$|pag(e|ing|ina)|meta|info|cursor/i;
const TOTAL =
  /^(_?total(_?(count|items|docs|results|elements|records|rows|size|hits|objects|entries|number|matches|found))?|num_?found|nb_?hits|grand_?total)$/i;
/** Names that may also count the rows of this page only; taken where there is no better one. */
const COUNT = /^(_?count|(items?|rows?|records?|hits|results?|match(es)?|full)_?count)$/i;
const HAS_NEXT = /^(has_?(next|more)(_?[a-z]+)?|more(_?(available|items|results|pages))?)$/i;
const HAS_PREVIOUS = /^has_?prev(ious)?(_?page)?$/i;
const END_CURSOR = /^(end|next|last|next_?page|after)_?cursor$/i;
const START_CURSOR = /^(start_?cursor|prev(ious)?_?cursor)$/i;
const TOKEN = /^((next|next_?page|continuation|pagination)_?token|next_?cursor|scroll_?id|last_?evaluated_?key)$/i;
/** Where nothing has a plainer name: a cursor beside the rows (Fauna's `after`, Monday's `cursor`). */
const BARE_TOKEN = /^(after|cursor|next|next_?page)$/i;
const PAGE_COUNT = /^(total_?pages?(_?count)?|page_?count|pages|last_?page(_?number)?|num(ber)?_?(of_?)?pages|max_?pages?)$/i;

/** Recognises a list of objects in the type of a field; null for anything else. */
export function findList(model: SchemaModel, type: TypeRef): FoundList | null {
  if (isList(type)) {
    const rows = rowsOf(model, type);
    return rows === null ? null : { shape: PLAIN, rowType: rows.name };
  }
  const wrapper = typeOf(model, type);
  if (wrapper?.kind !== 'object' && wrapper?.kind !== 'interface') return null;
  return model.remember(`list ${wrapper.name}`, () => unwrap(model, wrapper));
}

/** The row type of a list of objects. A list of lists is none. */
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
  // Relay: `nodes` where there is one (half the answer of `edges`), else `edges { node }`.
  const edges = fields.get('edges');
  const edge = edges && needsNoArguments(edges) ? rowsOf(model, edges.type) : null;
  const node = edge === null ? undefined : fieldsOf(edge).get('node');
  const nodeType = node && needsNoArguments(node) && !isList(node.type) ? typeOf(model, node.type) : undefined;
  if (isComposite(nodeType)) {
    const nodes = fields.get('nodes');
    const direct = nodes && needsNoArguments(nodes) ? rowsOf(model, nodes.type) : null;
    const itemCursor = isScalarField(model, fieldsOf(edge ?? undefined).get('cursor')) ? 'cursor' : null;
    // Without an `endCursor` the edges are needed for their cursors.
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
  const isEnvelope = saysHowItWent(model, fields);
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
  // A list under a name of its own (`{ products: [Product], total_count }`): only when it is the only one and there are facts beside it.
  if (!hasFacts) return null;
  const lists = [...fields.values()].filter(field => {
    const row = needsNoArguments(field) ? rowsOf(model, field.type) : null;
    return row !== null && !isComplaint(field, row);
  });
  const [only] = lists;
  if (only === undefined || lists.length > 1 || (!namedWrapper && facts.total === null && facts.hasNext === null)) return null;
  return {
    shape: { ...PLAIN, ...facts, kind: 'wrapped', rows: [only.name] },
    rowType: (rowsOf(model, only.type) as TypeModel).name,
  };
}

/** Most types hold no list at all, which is soon seen. */
function mayHoldList(fields: ReadonlyMap<string, FieldModel>): boolean {
  for (const field of fields.values()) if (isList(field.type) || ENVELOPES.includes(field.name)) return true;
  return false;
}

/** Under these an envelope holds what was asked for. */
const ENVELOPES = ['data', 'result', 'payload', 'response', 'body', 'hits'];
const OUTCOME =
  /^((is_?)?success|ok|((status|error)_?)?code|status|(error_?)?message|errors?|took|timed_?out|max_?score|(request|trace|query)_?id)$/i;
const COMPLAINTS = /(errors?|warnings|messages|problems)$/i;

/** True for a list of what went wrong; that of a chat's messages is none. */
export function isComplaint(field: FieldModel, row: TypeModel | undefined): boolean {
  return COMPLAINTS.test(field.name) && !(/messages$/i.test(field.name) && fieldsOf(row).has('id'));
}

/** True for `{ success, message, data: … }`: nothing but how it went beside one of the names above. */
function saysHowItWent(model: SchemaModel, fields: ReadonlyMap<string, FieldModel>): boolean {
  let says = false;
  for (const field of fields.values()) {
    if (ENVELOPES.includes(field.name)) continue;
    if (!OUTCOME.test(field.name) || (isComposite(typeOf(model, field.type)) && !COMPLAINTS.test(field.name))) return false;
    says = true;
  }
  return says;
}

/** The list in what an envelope holds, its paths led through the envelope. */
function insideEnvelope(model: SchemaModel, fields: ReadonlyMap<string, FieldModel>): FoundList | null {
  for (const name of ENVELOPES) {
    const field = fields.get(name);
    const held = field && needsNoArguments(field) && !isList(field.type) ? typeOf(model, field.type) : undefined;
    if (held?.kind !== 'object' || saysHowItWent(model, held.fields)) continue;
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

/** What an object tells about a list in it; paths from that object. */
export type ListFacts = Pick<
  ListShape,
  'total' | 'hasNext' | 'hasPrevious' | 'startCursor' | 'endCursor' | 'nextToken' | 'pageCount'
>;

/** What the fields of an object tell about the list they stand beside. */
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
    // Strapi: meta.pagination.total
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
    total: find(TOTAL, whole) ?? find(COUNT, whole),
    hasNext: find(HAS_NEXT, yesNo),
    hasPrevious: find(HAS_PREVIOUS, yesNo),
    startCursor: find(START_CURSOR, scalar),
    endCursor: find(END_CURSOR, scalar),
    nextToken: find(TOKEN, scalar) ?? find(BARE_TOKEN, field => isText(model, field)),
    pageCount: find(PAGE_COUNT, whole),
  };
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

/** True for a field that gives a count: a whole number under any of its scalars. */
export function isWholeNumber(model: SchemaModel, field: FieldModel): boolean {
  const kind = kindOf(model, field);
  return kind === 'int' || kind === 'bigInt' || kind === 'float';
}
