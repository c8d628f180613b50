/**
 * Converts the drafts of a form to URL parameters and back: `/actions/changeVisit?id=12&patch.status=ARRIVED`. A parameter's name is the path
 * of the field joined with '.', with numbers as list indexes; its value is the typed text. A screen's own parameters start with '-', which
 * no name in a schema does.
 *
 * Secrets, files and null are left out.
 */
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, Drafts } from '../../schema/forms/formValues';
import { isSecretName } from '../../transport/secrets/isSecretName';

/** Prefix of a screen's own parameters. */
const OWN = '-';
/** Maximum length of a list from a URL. */
const MOST_ITEMS = 200;

/** Reads drafts from the parameters that name fields of the form; ignores all others. Never throws. */
export function draftsFromQuery(fields: readonly FormField[], query: URLSearchParams): Drafts {
  let drafts: Drafts = {};
  for (const [name, value] of query) {
    if (name.startsWith(OWN)) continue;
    drafts = put(fields, drafts, name.split('.'), value);
  }
  return drafts;
}

/** The URL parameters for the drafts of a form, in field order. */
export function queryOfDrafts(fields: readonly FormField[], drafts: Drafts): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (const field of fields) if (Object.hasOwn(drafts, field.name)) list(field, drafts[field.name], field.name, found);
  return found;
}

function put(fields: readonly FormField[], drafts: Drafts, [head, ...tail]: readonly string[], value: string): Drafts {
  const field = fields.find(entry => entry.name === head);
  if (!field) return drafts;
  const before = Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined;
  const draft = putInto(field, before, tail, value);
  if (draft === before) return drafts;
  // Not by assignment: a field can have the name __proto__.
  return Object.fromEntries([...Object.entries(drafts).filter(([name]) => name !== field.name), [field.name, draft]]);
}

function putInto(field: FormField, draft: Draft, path: readonly string[], value: string): Draft {
  const { control } = field;
  switch (control.kind) {
    case 'group':
    case 'oneOf': {
      const inner = typeof draft === 'object' && draft !== null ? (draft as Drafts) : {};
      const next = path.length === 0 ? inner : put(control.fields, inner, path, value);
      return next === inner ? draft : next;
    }
    case 'list': {
      const items = Array.isArray(draft) ? [...(draft as readonly Draft[])] : [];
      const [place = String(items.length), ...rest] = path;
      const at = Number(place);
      if (!Number.isInteger(at) || at < 0 || at >= MOST_ITEMS) return draft;
      const item = putInto(control.item, items[at], rest, value);
      if (item === undefined) return draft;
      items[at] = item;
      return Array.from(items, item => item);
    }
    case 'enum':
      return path.length === 0 ? value : draft;
    case 'scalar':
      if (path.length > 0 || control.scalar.kind === 'upload') return draft;
      return control.scalar.kind === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value;
  }
}

function list(field: FormField, draft: Draft, name: string, found: [string, string][]): void {
  if (draft === undefined || draft === null || isSecretName(field.name)) return;
  const { control } = field;
  if (control.kind === 'list') {
    if (Array.isArray(draft))
      for (const [at, item] of (draft as readonly Draft[]).entries()) list(control.item, item, `${name}.${at}`, found);
  } else if (control.kind === 'group' || control.kind === 'oneOf') {
    if (typeof draft !== 'object' || Array.isArray(draft)) return;
    const inner = draft as Drafts;
    for (const entry of control.fields)
      if (Object.hasOwn(inner, entry.name)) list(entry, inner[entry.name], `${name}.${entry.name}`, found);
  } else if (typeof draft === 'string' || typeof draft === 'boolean') {
    if (draft !== '') found.push([name, String(draft)]);
  }
}
