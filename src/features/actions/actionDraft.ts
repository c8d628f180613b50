/** What stands in the form of an action, as it is kept in the session between two visits of the screen. */
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, Drafts, FieldPath, FieldProblem } from '../../schema/forms/formValues';

/** The form's state. */
export interface ActionDraft {
  drafts: Drafts;
  /** Sending was tried: what is missing is shown. */
  attempted: boolean;
  /** The parameters of the address that it was filled from; '' for none. */
  prefill: string;
  /** Fields that were changed since the last answer: what the server said of them holds no longer. */
  changed: readonly FieldPath[];
}

/** Takes in what is kept; null when there is nothing of this shape. */
export function readActionDraft(kept: unknown): ActionDraft | null {
  return typeof kept === 'object' && kept !== null && 'drafts' in kept ? (kept as ActionDraft) : null;
}

/** What a tab kept of a form before a reload, as far as it fits the form as it is now; null when there is nothing of it. */
export function restoredDraft(fields: readonly FormField[], kept: unknown): ActionDraft | null {
  if (!isRecord(kept) || !isRecord(kept.drafts) || typeof kept.prefill !== 'string') return null;
  return { drafts: fitting(fields, kept.drafts, DEEPEST), attempted: false, prefill: kept.prefill, changed: [] };
}

/** Deeper values are not taken back. */
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

/** The server's problems that still hold: those of fields that were not changed, nor anything around or inside them. */
export function standingProblems(problems: readonly FieldProblem[], changed: readonly FieldPath[]): FieldProblem[] {
  return problems.filter(({ path }) => !changed.some(other => overlaps(path, other)));
}

function overlaps(a: FieldPath, b: FieldPath): boolean {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) if (String(a[at]) !== String(b[at])) return false;
  return true;
}
