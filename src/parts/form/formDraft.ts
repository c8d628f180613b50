/** Reads and changes the drafts of a form (schema/forms/formValues.ts) by field path. */
import type { Draft, Drafts, FieldPath } from '../../schema/forms/formValues';

/** A path as a string, for use as a key. */
export function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

/** True if `path` is `outer` or inside it. */
export function isWithin(path: FieldPath, outer: FieldPath): boolean {
  return outer.length <= path.length && outer.every((part, at) => String(part) === String(path[at]));
}

/** The draft at a path; undefined if there is none. */
export function draftAt(drafts: Draft, path: FieldPath): Draft {
  let inner: Draft = drafts;
  for (const part of path) {
    if (Array.isArray(inner)) inner = (inner as readonly Draft[])[Number(part)];
    else if (isDraftGroup(inner)) inner = Object.hasOwn(inner, part) ? inner[String(part)] : undefined;
    else return undefined;
  }
  return inner;
}

/**
 * Returns a copy with another draft at a path, creating missing groups and lists on the way. A field that becomes undefined is removed; an
 * item of a list is not.
 */
export function withDraftAt(drafts: Draft, path: FieldPath, draft: Draft): Draft {
  const [head, ...tail] = path;
  if (head === undefined) return draft;
  if (typeof head === 'number') {
    const items = Array.isArray(drafts) ? [...(drafts as readonly Draft[])] : [];
    items[head] = withDraftAt(items[head], tail, draft);
    // Fill holes of the sparse array with undefined.
    return Array.from(items, item => item);
  }
  const group = isDraftGroup(drafts) ? drafts : {};
  const inner = withDraftAt(Object.hasOwn(group, head) ? group[head] : undefined, tail, draft);
  const entries = Object.entries(group);
  const at = entries.findIndex(([name]) => name === head);
  if (at >= 0) entries.splice(at, 1, [head, inner]);
  else entries.push([head, inner]);
  // Not by assignment: a field can have the name __proto__.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** True for the drafts of a group (not a list, file or text). */
export function isDraftGroup(draft: Draft): draft is Drafts {
  return typeof draft === 'object' && draft !== null && !Array.isArray(draft) && !isFile(draft);
}

export function isFile(draft: unknown): draft is Blob {
  return typeof draft === 'object' && draft !== null && typeof (draft as Blob).size === 'number' && 'arrayBuffer' in draft;
}
