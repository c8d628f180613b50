/** The fields of a form or of a group inside it. */
import { type ReactNode, useContext, useRef } from 'react';
import type { FormField } from '../../schema/forms/formModel';
import type { Drafts, FieldPath } from '../../schema/forms/formValues';
import { ShowMore } from '../ShowMore';
import { DraftFormContext } from './draftFormContext';
import { isWithin } from './formDraft';

/** Number of fields shown at first. 3,000 fields with 750 lists of 1,000 options each blocked the page for more than 25 s. */
const FIRST = 100;

/** Props of `FirstFields`. */
export interface FirstFieldsProps {
  fields: readonly FormField[];
  drafts: Drafts;
  /** The path of the group; empty for the form itself. */
  path: FieldPath;
  children: (field: FormField) => ReactNode;
}

/** Renders the first fields, and those that are required, filled in or have a problem. A button shows more. */
export function FirstFields({ fields, drafts, path, children }: FirstFieldsProps): ReactNode {
  const { problems } = useContext(DraftFormContext);
  // A field that is shown stays when its value is removed.
  const kept = useRef(new Set<string>());
  const wrong = new Set(
    problems.filter(problem => isWithin(problem.path, path)).map(problem => String(problem.path[path.length])),
  );
  const isNeeded = ({ name, required }: FormField): boolean => {
    if (required || wrong.has(name) || (Object.hasOwn(drafts, name) && drafts[name] !== undefined)) kept.current.add(name);
    return kept.current.has(name);
  };
  return (
    <ShowMore items={fields} first={FIRST} isNeeded={isNeeded}>
      {shown => shown.map(children)}
    </ShowMore>
  );
}
