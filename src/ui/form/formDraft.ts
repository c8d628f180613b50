/**
 * What a generated form is made of: fields with their controls, and the drafts that stand in them while they are being filled in. The shapes
 * are those of schema/formModel.ts and schema/formValues.ts, repeated here because the parts of ui/ know no GraphQL; whoever has those has these.
 */

/** What kind of value a field takes; a kind that is not known here is entered as text. */
export interface ShownScalar {
  readonly kind: string;
  /** The scalar's own name, for "a value of Money". */
  readonly name: string;
  /** Address of its specification. */
  readonly specifiedBy: string | null;
  readonly min: string | null;
  readonly max: string | null;
}

/** One choice. */
export interface ShownOption {
  readonly value: string;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
}

/** How a value is entered. */
export type ShownControl =
  | { readonly kind: 'scalar'; readonly scalar: ShownScalar }
  | { readonly kind: 'enum'; readonly typeName: string; readonly options: readonly ShownOption[] }
  | { readonly kind: 'list'; readonly item: ShownField }
  | { readonly kind: 'group'; readonly typeName: string; readonly fields: readonly ShownField[] }
  | { readonly kind: 'oneOf'; readonly typeName: string; readonly fields: readonly ShownField[] };

/** One field. */
export interface ShownField {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly defaultValue: unknown;
  readonly deprecationReason: string | null;
  readonly control: ShownControl;
}

/** What stands in a field: undefined = nothing is sent, null = null is sent, a text as typed, a file, drafts of a list or of a group. */
export type FieldDraft =
  | undefined
  | null
  | string
  | boolean
  | Blob
  | readonly FieldDraft[]
  | { readonly [name: string]: FieldDraft };

/** Drafts by the names of their fields. */
export type FormDrafts = Readonly<Record<string, FieldDraft>>;

/** Where in a form: field names and places in lists. */
export type DraftPath = readonly (string | number)[];

/** Something that is wrong with a field; `code` decides about the words (problemWords.ts). */
export interface ShownProblem {
  readonly path: DraftPath;
  readonly code: string;
  readonly min?: string;
  readonly max?: string;
  readonly at?: number | null;
  readonly value?: string;
  readonly given?: number;
  readonly message?: string;
}

/** A path as one text, equal for equal paths. */
export function pathKey(path: DraftPath): string {
  return JSON.stringify(path);
}

/** True when `path` is `outer` or lies inside it. */
export function isWithin(path: DraftPath, outer: DraftPath): boolean {
  return outer.length <= path.length && outer.every((part, at) => String(part) === String(path[at]));
}

/** The draft at a path; undefined where there is none. */
export function draftAt(drafts: FieldDraft, path: DraftPath): FieldDraft {
  let inner: FieldDraft = drafts;
  for (const part of path) {
    if (Array.isArray(inner)) inner = (inner as readonly FieldDraft[])[Number(part)];
    else if (isDraftGroup(inner)) inner = Object.hasOwn(inner, part) ? inner[String(part)] : undefined;
    else return undefined;
  }
  return inner;
}

/**
 * A copy with another draft at a path; what lies between is made where it is missing. A field that becomes undefined is left out, a place
 * in a list is not.
 */
export function withDraftAt(drafts: FieldDraft, path: DraftPath, draft: FieldDraft): FieldDraft {
  const [head, ...tail] = path;
  if (head === undefined) return draft;
  if (typeof head === 'number') {
    const items = Array.isArray(drafts) ? [...(drafts as readonly FieldDraft[])] : [];
    items[head] = withDraftAt(items[head], tail, draft);
    // No holes: a place that was never filled in is a place with nothing in it.
    return Array.from(items, item => item);
  }
  const group = isDraftGroup(drafts) ? drafts : {};
  const inner = withDraftAt(Object.hasOwn(group, head) ? group[head] : undefined, tail, draft);
  const entries = Object.entries(group);
  const at = entries.findIndex(([name]) => name === head);
  if (at >= 0) entries.splice(at, 1, [head, inner]);
  else entries.push([head, inner]);
  // Not by assignment: a field may be called __proto__.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** True for the drafts of a group: no list, no file, no text. */
export function isDraftGroup(draft: FieldDraft): draft is FormDrafts {
  return typeof draft === 'object' && draft !== null && !Array.isArray(draft) && !isFile(draft);
}

/** True for a file. */
export function isFile(draft: unknown): draft is Blob {
  return typeof draft === 'object' && draft !== null && typeof (draft as Blob).size === 'number' && 'arrayBuffer' in draft;
}
