/**
 * The variables of an operation as a form that is derived from their types. It edits the JSON text of VariablesPanel; files are kept
 * separately.
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { DraftForm } from '../../../parts/form/DraftForm';
import { formModel } from '../../../schema/forms/formModel';
import { type Drafts, fromVariables, toVariables } from '../../../schema/forms/formValues';
import { type ArgumentModel, namedType, type SchemaModel } from '../../../schema/model/schemaModel';
import { newClientMark, withClientMarks } from '../../../schema/mutations/clientMark';
import { href } from '../../../session/navigation/navigation';
import { type FormBase, formVariables } from './formVariables';
import { readVariables, type VariableFiles, withFiles, withoutFiles } from './variablesCheck';

/** Props of `VariablesForm`. */
export interface VariablesFormProps {
  /** JSON text. */
  value: string;
  files: VariableFiles;
  onChange: (value: string, files: VariableFiles) => void;
  model: SchemaModel;
  variables: readonly ArgumentModel[];
}

export default function VariablesForm({ value, files, onChange, model, variables }: VariablesFormProps): ReactNode {
  const text = useText();
  // The document is parsed again at each keystroke. The signature changes only if the variables change.
  const signature = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const fields = useMemo(() => formModel(model, variables), [model, signature]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const read = useMemo(() => readVariables(value, variables, model), [value, model, signature]);
  const [mark] = useState(newClientMark);
  const known = useRef({ value, fields });
  const begin = (): FormBase => {
    const values = withFiles(read.values ?? {}, files);
    return { values, drafts: fromVariables(fields, values) };
  };
  /** The variables when the text was last changed elsewhere. The form is applied to them. */
  const [base, setBase] = useState<FormBase>(begin);
  const [drafts, setDrafts] = useState<Drafts>(base.drafts);
  // Partial input cannot be restored from JSON. Drafts are only recreated if the text was changed elsewhere or the operation changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (known.current.value === value && known.current.fields === fields) return;
    known.current = { value, fields };
    const next = begin();
    setBase(next);
    setDrafts(next.drafts);
  }, [value, fields]);
  const { problems } = useMemo(() => toVariables(fields, drafts), [fields, drafts]);
  if (read.error !== null) return <p className="quiet">{text('query.variablesBroken', { error: read.error })}</p>;
  const change = (next: Drafts): void => {
    setDrafts(next);
    const named = new Map(variables.map(variable => [variable.name, variable]));
    const made = withoutFiles(withClientMarks(model, named, formVariables(fields, next, base), mark));
    known.current = { value: made.text, fields };
    onChange(made.text, made.files);
  };
  // A variable has no Docs page of its own, but its type has.
  const docs = (name: string, inputType: string | null): string => {
    const variable = variables.find(entry => entry.name === name);
    return href(inputType !== null ? ['docs', inputType, name] : variable ? ['docs', namedType(variable.type)] : ['docs']);
  };
  return (
    <DraftForm
      fields={fields}
      drafts={drafts}
      problems={problems}
      docs={docs}
      onChange={next => change(next as Drafts)}
      label={text('query.variables')}
    />
  );
}
