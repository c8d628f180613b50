/** What stands in the form of an action, as it is kept in the session between two visits of the screen. */
import type { Drafts, FieldPath, FieldProblem } from '../../schema/forms/formValues';

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

/** The server's problems that still hold: those of fields that were not changed, nor anything around or inside them. */
export function standingProblems(problems: readonly FieldProblem[], changed: readonly FieldPath[]): FieldProblem[] {
  return problems.filter(({ path }) => !changed.some(other => overlaps(path, other)));
}

function overlaps(a: FieldPath, b: FieldPath): boolean {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) if (String(a[at]) !== String(b[at])) return false;
  return true;
}
