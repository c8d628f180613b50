/** The state of an action's form, kept in the session between two visits of the screen. */
import type { FormField } from '../../../schema/forms/formModel';
import type { Draft, Drafts, FieldPath, FieldProblem } from '../../../schema/forms/formValues';

export interface ActionDraft {
  drafts: Drafts;
  /** True after an attempt to send: missing values are then marked. */
  attempted: boolean;
  /** The query parameters that the form was filled from; '' if there were none. */
  prefill: string;
  /** Fields changed since the last response: the server's errors about them no longer apply. */
  changed: readonly FieldPath[];
}

/** Returns the kept draft; null if the value is not one. */
export function readActionDraft(stored: unknown): ActionDraft | null {
  return typeof stored === 'object' && stored !== null && 'drafts' in stored ? (stored as ActionDraft) : null;
}

/** Restores the draft that a tab kept before a reload, as far as it fits the current form; null if nothing was kept. */
export function restoredDraft(fields: readonly FormField[], stored: unknown): ActionDraft | null {
  if (!isRecord(stored) || !isRecord(stored.drafts) || typeof stored.prefill !== 'string') return null;
  return { drafts: fitting(fields, stored.drafts, DEEPEST), attempted: false, prefill: stored.prefill, changed: [] };
}

/** Values nested deeper than this are not restored. */
const DEEPEST = 20;

function fitting(fields: readonly FormField[], drafts: Readonly<Record<string, unknown>>, depth: number): Drafts {
  const entries = fields.flatMap(field => {
    const draft = Object.hasOwn(drafts, field.name) ? fittingOne(field, drafts[field.name], depth) : undefined;
    return draft === undefined ? [] : [[field.name, draft] as const];
  });
  return Object.fromEntries(entries);
}

function fittingOne(field: FormField, draft: unknown, depth: number): Draft {
  const { control } = field;
  if (draft === null) return null;
  if (depth === 0) return undefined;
  switch (control.kind) {
    case 'list':
      return Array.isArray(draft) ? draft.map(item => fittingOne(control.item, item, depth - 1)) : undefined;
    case 'group':
    case 'oneOf':
      return isRecord(draft) ? fitting(control.fields, draft, depth - 1) : undefined;
    case 'enum':
      return typeof draft === 'string' ? draft : undefined;
    case 'scalar':
      if (control.scalar.kind === 'upload') return undefined;
      return typeof draft === 'string' || (typeof draft === 'boolean' && control.scalar.kind === 'boolean') ? draft : undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the server's problems that still apply: neither their field nor one around or inside it was changed. */
export function unresolvedProblems(problems: readonly FieldProblem[], changed: readonly FieldPath[]): FieldProblem[] {
  return problems.filter(({ path }) => !changed.some(other => overlaps(path, other)));
}

function overlaps(a: FieldPath, b: FieldPath): boolean {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) if (String(a[at]) !== String(b[at])) return false;
  return true;
}
