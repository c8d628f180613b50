/**
 * The graph around a type: the types that refer to it and the types that it refers to, two steps in each direction, in layers from left
 * (such as Query) to right (such as the parts of a record). Scalars are left out because they refer to nothing. Wrappers of lists
 * (connections, edges, pages) are skipped, except around a wrapper itself: the map connects the types on both sides of them. Limits keep
 * the map readable; it counts the neighbours that it leaves out. The positions on the screen are decided by the component.
 */

import { findList } from '../collections/listShape';
import { fieldsOf, namedType, type SchemaModel, type TypeModel, type TypeRef } from '../model/schemaModel';
import { docsIndex } from './docsIndex';

/** A type on the map. */
export interface MapNode {
  readonly name: string;
  readonly kind: TypeModel['kind'];
  /** 0: the central type. -1 refers to it, 1 is referred to by it. -2 and 2 are one step further. */
  readonly layer: -2 | -1 | 0 | 1 | 2;
}

/** The connection between two types in neighbouring layers, or of the central type with itself. */
export interface MapEdge {
  /** The type in the left layer. */
  readonly from: string;
  readonly to: string;
  /** Fields and arguments of the left type that refer to the right type: `visits`, `ships(filter:)`. */
  readonly onward: readonly string[];
  /** Fields and arguments of the right type that refer to the left type. */
  readonly back: readonly string[];
  /** True if one type only implements the other or is a member of it. */
  readonly isKinship: boolean;
}

/** The map around a type. */
export interface TypeMap {
  /** Ordered by layer and, within a layer, so that few edges cross. */
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  /** The number of left neighbours of the central type that are not on the map, and the number of right ones. */
  readonly hiddenBefore: number;
  readonly hiddenAfter: number;
}

/** Maximum number of types in the layers -1 and 1 (near), and -2 and 2 (far). */
const NEAR = 10;
const FAR = 8;
/** Maximum per near type, so that the first one does not fill the far layer alone. */
const FAR_EACH = 3;
/** Maximum number of field names per edge and direction. */
const NAMES = 20;

interface Relation {
  name: string;
  by: string;
  kinship: boolean;
}

/** The map around a type; null if the type is unknown or has no neighbours (such as an unused scalar). */
export function typeMap(model: SchemaModel, name: string): TypeMap | null {
  return model.remember(`map ${name}`, () => makeMap(model, name));
}

function makeMap(model: SchemaModel, name: string): TypeMap | null {
  const type = model.types.get(name);
  if (type === undefined) return null;
  const after = neighbours(model, relationsFrom(model, type), name);
  // If two types refer to each other, the edge to the right shows both directions.
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

/** The distinct target types of relations without `self`, most important first: root types, records, other output types, inputs. */
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

/** The type that a field refers to: for a list, in any wrapper, the type of its rows. */
function targetOf(model: SchemaModel, ref: TypeRef): string {
  return findList(model, ref)?.rowType ?? namedType(ref);
}

/** True for the wrapper type of a list and for the edge type of a connection. */
function isWrapper(model: SchemaModel, type: TypeModel): boolean {
  if (type.kind !== 'object') return false;
  if (type.fields.has('node') && type.fields.has('cursor') && !type.fields.has('id')) return true;
  return type !== model.queryType && findList(model, { kind: 'named', name: type.name }) !== null;
}

/** The types that a type refers to by its fields, their arguments, its input fields or its members. */
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

/** The types that refer to a type, in the schema's order. */
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
        // Skip wrappers until an ordinary type: an edge is used by a connection, which is used by a field.
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
    const type = model.types.get(name);
    // An interface lists the objects that implement it, not other interfaces.
    const parents = type?.kind === 'interface' ? type.interfaces.map(parent => ({ name: parent, by: '', kinship: true })) : [];
    for (const relation of [...relationsFrom(model, type), ...parents]) {
      const other = layers.get(relation.name);
      if (other === undefined) continue;
      const isSelf = relation.name === name;
      // An edge within a layer, or across more than one, would run through other nodes.
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

/** The nodes layer by layer. The far layers are sorted by the mean position of their neighbours in the near layer, to reduce crossings. */
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
