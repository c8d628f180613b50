/**
 * The schema and a document as rows of the explorer: requested fields, and fields that can be requested. Only expanded rows have child
 * rows.
 */
import { type DocumentNode, type FieldNode, print } from 'graphql';
import {
  type ArgumentModel,
  type CompositeTypeModel,
  type FieldModel,
  fieldsOf,
  isComposite,
  isRequiredArgument,
  type SchemaModel,
  typeOf,
  typeText,
} from '../../../schema/model/schemaModel';
import { fittingFragments, fragmentTypes, rootTypeOf } from '../editor/document/documentEdits';
import {
  type DocumentPlace,
  type DocumentStep,
  definitionAt,
  type Holder,
  isHolder,
  nodeAtStep,
  selectionsOf,
} from '../editor/document/documentPlace';

/** A row of the explorer. */
export interface ExplorerRow {
  /** Identity of the row, which stays the same while the rest of the document changes. */
  key: string;
  depth: number;
  kind: 'operation' | 'fragment' | 'field' | 'type' | 'spread' | 'argument';
  /** Name in the schema; for an operation, its name or an empty string. */
  name: string;
  /** Alias of the field. */
  alias: string | null;
  /** The type in GraphQL syntax; for an operation, its kind. */
  type: string;
  /** Its existing or possible place; for an argument, the place of its field. */
  place: DocumentPlace;
  /** True if the document contains it. */
  checked: boolean;
  /** True if it can have child rows. */
  expandable: boolean;
  open: boolean;
  /** True if all its leaf fields can be added. */
  fillable: boolean;
  /** True for a required argument. */
  required: boolean;
  description: string | null;
  deprecated: boolean;
  argument: ArgumentModel | null;
  /** Value of the argument in GraphQL syntax; empty if not set. */
  value: string;
  /** Possible values: those of an enum, or true and false. */
  options: readonly string[];
}

/** Input of `explorerRows`. */
export interface ExplorerRowsOptions {
  model: SchemaModel;
  document: DocumentNode;
  /** The rows that the user expanded or collapsed, by key. */
  folds: ReadonlyMap<string, boolean>;
  /** Index of the definition that is initially expanded; -1 for none. */
  chosen: number;
  /** Text that the names of fields that are not requested must contain. */
  filter: string;
}

const DEEPEST = 24;

/** The parent row of a selection. `holder`: its node in the document, null if it is not selected. */
interface Parent {
  holder: Holder | null;
  place: DocumentPlace;
  key: string;
  /** The depth of its child rows. */
  depth: number;
}

/** Returns the rows, starting with the first operation. */
export function explorerRows({ model, document, folds, chosen, filter }: ExplorerRowsOptions): ExplorerRow[] {
  const rows: ExplorerRow[] = [];
  const wanted = filter.trim().toLowerCase();

  const definition = (at: number): void => {
    const node = definitionAt(document, at);
    if (!node) return;
    const rootName = rootTypeOf(model, document.definitions[at] as never);
    const isOperation = node.kind === 'OperationDefinition';
    const root = rootName === null ? undefined : model.types.get(rootName);
    const key = String(at);
    const place: DocumentPlace = { definition: at, steps: [] };
    const open = isComposite(root) && (folds.get(key) ?? at === chosen);
    rows.push({
      ...PLAIN,
      key,
      depth: 0,
      kind: isOperation ? 'operation' : 'fragment',
      name: (node.kind === 'OperationDefinition' || node.kind === 'FragmentDefinition' ? node.name?.value : undefined) ?? '',
      type: isOperation ? node.operation : (rootName ?? ''),
      place,
      checked: true,
      expandable: isComposite(root),
      open,
      fillable: !isOperation,
    });
    if (open && isComposite(root)) selection(root, { holder: node, place, key, depth: 1 });
  };

  const selection = (type: CompositeTypeModel, parent: Parent): void => {
    if (parent.depth > DEEPEST) return;
    for (const field of fieldsOf(type).values()) fieldRows(field, parent);
    if (type.kind !== 'object') rows.push(typenameRow(parent));
    for (const name of fragmentTypes(model, type.name)) typeRow(name, parent);
    for (const name of fittingFragments(model, document, type.name)) spreadRow(name, parent);
  };

  const fieldRows = (field: FieldModel, parent: Parent): void => {
    const { holder, key, depth } = parent;
    const count = selectionsOf(holder).filter(node => node.kind === 'Field' && node.name.value === field.name).length;
    for (let nth = 0; nth < Math.max(1, count); nth++) {
      const step: DocumentStep = { kind: 'field', name: field.name, nth };
      const node = nodeAtStep(holder, step);
      const own = `${key}/${field.name}${nth === 0 ? '' : `#${nth}`}`;
      const type = typeOf(model, field.type);
      const expandable = isComposite(type) || field.args.size > 0;
      const open = expandable && (folds.get(own) ?? node !== null);
      if (!node && !open && wanted !== '' && !field.name.toLowerCase().includes(wanted)) continue;
      const place = stepInto(parent, step);
      const found = node?.kind === 'Field' ? node : null;
      rows.push({
        ...PLAIN,
        key: own,
        depth,
        kind: 'field',
        name: field.name,
        alias: found?.alias?.value ?? null,
        type: typeText(field.type),
        place,
        checked: node !== null,
        expandable,
        open,
        fillable: isComposite(type),
        description: field.description,
        deprecated: field.deprecationReason !== null,
      });
      if (!open) continue;
      const below: Parent = { holder: found, place, key: own, depth: depth + 1 };
      for (const argument of field.args.values()) rows.push(argumentRow(model, argument, found, below));
      if (isComposite(type)) selection(type, below);
    }
  };

  const typeRow = (name: string, parent: Parent): void => {
    const { holder, key, depth } = parent;
    const step: DocumentStep = { kind: 'on', type: name };
    const node = nodeAtStep(holder, step);
    const type = model.types.get(name);
    const own = `${key}/...${name}`;
    const open = isComposite(type) && (folds.get(own) ?? node !== null);
    if (!node && !open && wanted !== '' && !name.toLowerCase().includes(wanted)) return;
    const place = stepInto(parent, step);
    rows.push({
      ...PLAIN,
      key: own,
      depth,
      kind: 'type',
      name,
      place,
      checked: node !== null,
      expandable: isComposite(type),
      open,
      fillable: true,
      description: type?.description ?? null,
    });
    if (open && isComposite(type))
      selection(type, { holder: node && isHolder(node) ? node : null, place, key: own, depth: depth + 1 });
  };

  const spreadRow = (name: string, parent: Parent): void => {
    const { holder, place, key, depth } = parent;
    const root = definitionAt(document, place.definition);
    // Spreading a fragment inside itself would never end.
    if (root?.kind === 'FragmentDefinition' && root.name.value === name) return;
    const step: DocumentStep = { kind: 'spread', name };
    const checked = nodeAtStep(holder, step) !== null;
    rows.push({ ...PLAIN, key: `${key}/...${name}()`, depth, kind: 'spread', name, place: stepInto(parent, step), checked });
  };

  for (let at = 0; at < document.definitions.length; at++) definition(at);
  return rows;
}

const PLAIN = {
  alias: null,
  type: '',
  checked: false,
  expandable: false,
  open: false,
  fillable: false,
  required: false,
  description: null,
  deprecated: false,
  argument: null,
  value: '',
  options: [],
} as const;

const stepInto = ({ place: { definition, steps } }: Parent, step: DocumentStep): DocumentPlace => ({
  definition,
  steps: [...steps, step],
});

function typenameRow(parent: Parent): ExplorerRow {
  const { holder, key, depth } = parent;
  const name = '__typename';
  const step: DocumentStep = { kind: 'field', name, nth: 0 };
  const checked = nodeAtStep(holder, step) !== null;
  return { ...PLAIN, key: `${key}/${name}`, depth, kind: 'field', name, type: 'String!', place: stepInto(parent, step), checked };
}

/** The row of an argument of `field`. `field` is null if it is not selected. */
function argumentRow(
  model: SchemaModel,
  argument: ArgumentModel,
  field: FieldNode | null,
  { place, key, depth }: Parent,
): ExplorerRow {
  const existing = field?.arguments?.find(({ name }) => name.value === argument.name);
  return {
    ...PLAIN,
    key: `${key}(${argument.name}`,
    depth,
    kind: 'argument',
    name: argument.name,
    type: typeText(argument.type),
    place,
    checked: existing !== undefined,
    required: isRequiredArgument(argument),
    description: argument.description,
    deprecated: argument.deprecationReason !== null,
    argument,
    value: existing ? print(existing.value) : '',
    options: optionsOf(model, argument),
  };
}

function optionsOf(model: SchemaModel, argument: ArgumentModel): readonly string[] {
  const type = typeOf(model, argument.type);
  if (type?.kind === 'enum') return type.values.map(({ name }) => name);
  return type?.name === 'Boolean' ? ['true', 'false'] : [];
}
