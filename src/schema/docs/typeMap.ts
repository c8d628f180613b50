/**
 * What lies around a type: which types lead to it and which it leads to, two steps in each direction, in layers from left to right (Query
 * far left, what a record consists of far right). Scalars are left out: they lead nowhere; so are the wrappers of lists (connections, edges,
 * pages), through which one type leads to the next, except around a wrapper itself. However many relations a type has, the map stays small
 * enough to be read; it says how many it left out. Where the types stand on the screen is not decided here.
 */

import { findList } from '../collections/listShape';
import { fieldsOf, namedType, type SchemaModel, type TypeModel, type TypeRef } from '../model/schemaModel';
import { docsIndex } from './docsIndex';

/** A type on the map. */
export interface MapNode {
  readonly name: string;
  readonly kind: TypeModel['kind'];
  /** 0: the type in view; -1 leads to it, 1 is what it leads to, -2 and 2 the next ones. */
  readonly layer: -2 | -1 | 0 | 1 | 2;
}

/** What connects two types of neighbouring layers (or the type in view with itself). */
export interface MapEdge {
  /** The type in the layer further left. */
  readonly from: string;
  readonly to: string;
  /** By what the left one leads to the right one: `visits`, `ships(filter:)`; empty where it does not. */
  readonly onward: readonly string[];
  /** By what the right one leads back. */
  readonly back: readonly string[];
  /** Only by implementing an interface or being a member of a union. */
  readonly isKinship: boolean;
}

/** The map around a type. */
export interface TypeMap {
  /** By layer, and within a layer so that few edges cross. */
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  /** How many neighbours of the type in view are not on the map, on the side that leads to it and on the other. */
  readonly hiddenBefore: number;
  readonly hiddenAfter: number;
}

/** How many types a layer has at most: the neighbours, and those behind them. */
const NEAR = 10;
const FAR = 8;
/** Of one neighbour's, so that the first one does not fill the far layer alone. */
const FAR_EACH = 3;
/** Names kept for an edge. */
const NAMES = 20;

interface Relation {
  name: string;
  by: string;
  kinship: boolean;
}

/** The map of a type; null for one that is alone (an unused scalar) or unknown. */
export function typeMap(model: SchemaModel, name: string): TypeMap | null {
  return model.remember(`map ${name}`, () => makeMap(model, name));
}

function makeMap(model: SchemaModel, name: string): TypeMap | null {
  const type = model.types.get(name);
  if (type === undefined) return null;
  const after = neighbours(model, relationsFrom(model, type), name);
  // What leads back from a type it leads to is shown on that edge.
  const before = neighbours(model, relationsTo(model, type), name).filter(other => !after.includes(other));
  if (after.length === 0 && before.length === 0) return null;
  const layers = new Map<string, MapNode['layer']>([[name, 0]]);
  const place = (names: readonly string[], layer: MapNode['layer'], most: number): string[] => {
    const placed = names.filter(other => !layers.has(other)).slice(0, most);
    for (const other of placed) layers.set(other, layer);
    return placed;
  };
  const right = place(after, 1, NEAR);
  const left = place(before, -1, NEAR);
  let room = FAR;
  for (const other of right)
    room -= place(neighbours(model, relationsFrom(model, model.types.get(other)), other), 2, Math.min(room, FAR_EACH)).length;
  room = FAR;
  for (const other of left)
    room -= place(neighbours(model, relationsTo(model, model.types.get(other)), other), -2, Math.min(room, FAR_EACH)).length;
  const edges = edgesBetween(model, layers);
  return {
    nodes: inOrder(model, layers, edges),
    edges,
    hiddenBefore: before.length - left.length,
    hiddenAfter: after.length - right.length,
  };
}

/** The other types of relations, each once, those first that say most: where one begins, records, what can be looked at, what is filled in. */
function neighbours(model: SchemaModel, relations: readonly Relation[], self: string): string[] {
  const names = [...new Set(relations.map(({ name }) => name))].filter(name => name !== self);
  const weights = new Map(names.map(name => [name, weightOf(model, model.types.get(name))]));
  return names.sort((a, b) => (weights.get(a) ?? 9) - (weights.get(b) ?? 9));
}

function weightOf(model: SchemaModel, type: TypeModel | undefined): number {
  if (type === model.queryType || type === model.mutationType || type === model.subscriptionType) return 0;
  switch (type?.kind) {
    case 'object':
      return type.fields.has('id') ? 1 : /(Payload|Response|Result|Error)$/.test(type.name) ? 3 : 2;
    case 'interface':
    case 'union':
      return 2;
    case 'input':
      return 4;
    default:
      return 5;
  }
}

/** What a field of a type leads to: the rows of a list, whatever wraps them. */
function targetOf(model: SchemaModel, ref: TypeRef): string {
  return findList(model, ref)?.rowType ?? namedType(ref);
}

/** True for the wrapper of a list, and for an edge of a connection. */
function isWrapper(model: SchemaModel, type: TypeModel): boolean {
  if (type.kind !== 'object') return false;
  if (type.fields.has('node') && type.fields.has('cursor') && !type.fields.has('id')) return true;
  return type !== model.queryType && findList(model, { kind: 'named', name: type.name }) !== null;
}

/** Where a type leads: by its fields and their arguments, its members. */
function relationsFrom(model: SchemaModel, type: TypeModel | undefined): readonly Relation[] {
  if (type === undefined) return [];
  return model.remember(`relations ${type.name}`, () => {
    const found: Relation[] = [];
    const add = (name: string, by: string, kinship = false): void => {
      const kind = model.types.get(name)?.kind;
      if (kind !== undefined && kind !== 'scalar' && !name.startsWith('__')) found.push({ name, by, kinship });
    };
    const isPlain = !isWrapper(model, type);
    for (const field of fieldsOf(type).values()) add(isPlain ? targetOf(model, field.type) : namedType(field.type), field.name);
    if (type.kind === 'input') for (const field of type.inputFields.values()) add(namedType(field.type), field.name);
    if (type.kind === 'union' || type.kind === 'interface') for (const name of type.possibleTypes) add(name, '', true);
    for (const field of fieldsOf(type).values())
      for (const argument of field.args.values()) add(namedType(argument.type), `${field.name}(${argument.name}:)`);
    return found;
  });
}

/** What leads to a type, in the schema's order. */
function relationsTo(model: SchemaModel, type: TypeModel | undefined): readonly Relation[] {
  if (type === undefined) return [];
  const index = docsIndex(model);
  const found: Relation[] = [];
  const through = new Set<string>();
  const look = (name: string): void => {
    for (const { holder, field, argument } of index.usedBy(name)) {
      const by = argument === null ? field : `${field}(${argument}:)`;
      const wrapper = model.types.get(holder);
      if (wrapper === undefined || wrapper === type || !isWrapper(model, wrapper))
        found.push({ name: holder, by, kinship: false });
      else if (!through.has(holder)) {
        // An edge is held by a connection, which is held by a field of some type.
        through.add(holder);
        look(holder);
      }
    }
  };
  if (isWrapper(model, type))
    for (const { holder, field } of index.usedBy(type.name)) found.push({ name: holder, by: field, kinship: false });
  else look(type.name);
  const kin = [...(type.kind === 'object' || type.kind === 'interface' ? type.interfaces : []), ...index.unionsWith(type.name)];
  return [...found, ...kin.map(name => ({ name, by: '', kinship: true }))];
}

function edgesBetween(model: SchemaModel, layers: ReadonlyMap<string, number>): MapEdge[] {
  const edges = new Map<string, { from: string; to: string; onward: string[]; back: string[]; isKinship: boolean }>();
  for (const [name, layer] of layers) {
    for (const relation of relationsFrom(model, model.types.get(name))) {
      const other = layers.get(relation.name);
      if (other === undefined) continue;
      const isSelf = relation.name === name;
      // Between types that stand in one layer, or beyond the next, lines would only run through boxes.
      if (isSelf ? layer !== 0 : Math.abs(other - layer) !== 1) continue;
      const isOnward = isSelf || layer < other;
      const [from, to] = isOnward ? [name, relation.name] : [relation.name, name];
      const key = `${from} ${to}`;
      const edge = edges.get(key) ?? { from, to, onward: [], back: [], isKinship: true };
      edges.set(key, edge);
      if (!relation.kinship) edge.isKinship = false;
      const names = isOnward ? edge.onward : edge.back;
      if (relation.by !== '' && names.length < NAMES) names.push(relation.by);
    }
  }
  return [...edges.values()];
}

/** Layer by layer; the far layers after the mean place of what they hang on, which leaves few crossings. */
function inOrder(model: SchemaModel, layers: ReadonlyMap<string, MapNode['layer']>, edges: readonly MapEdge[]): MapNode[] {
  const ofLayer = (layer: number): string[] => [...layers].filter(([, at]) => at === layer).map(([name]) => name);
  const byNeighbours = (names: string[], near: readonly string[]): string[] => {
    const places = new Map(
      names.map(name => {
        const at = edges.flatMap(({ from, to }) =>
          from === name ? [near.indexOf(to)] : to === name ? [near.indexOf(from)] : [],
        );
        const known = at.filter(place => place >= 0);
        return [name, known.reduce((sum, place) => sum + place, 0) / Math.max(1, known.length)] as const;
      }),
    );
    return names.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  };
  const [left, right] = [ofLayer(-1), ofLayer(1)];
  const ordered = [byNeighbours(ofLayer(-2), left), left, ofLayer(0), right, byNeighbours(ofLayer(2), right)];
  return ordered.flat().map(name => ({
    name,
    kind: model.types.get(name)?.kind ?? 'scalar',
    layer: layers.get(name) ?? 0,
  }));
}
