/**
 * The variables of an operation as the form that their types make. What is written in it is the JSON text of VariablesPanel; files stand
 * beside it.
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { DraftForm } from '../../../parts/form/DraftForm';
import { formModel } from '../../../schema/forms/formModel';
import { type Drafts, fromVariables, toVariables } from '../../../schema/forms/formValues';
import { type ArgumentModel, namedType, type SchemaModel } from '../../../schema/model/schemaModel';
import { href } from '../../../session/navigation/navigation';
import { type FormBase, formVariables } from './formVariables';
import { readVariables, type VariableFiles, withFiles, withoutFiles } from './variablesCheck';

/** Props of the form. */
export interface VariablesFormProps {
  /** JSON as typed. */
  value: string;
  files: VariableFiles;
  onChange: (value: string, files: VariableFiles) => void;
  model: SchemaModel;
  variables: readonly ArgumentModel[];
}

/** The form. */
export default function VariablesForm({ value, files, onChange, model, variables }: VariablesFormProps): ReactNode {
  const text = useText();
  // The document is read again at each key; its variables are the same as long as they are written the same.
  const signature = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const fields = useMemo(() => formModel(model, variables), [model, signature]);
  const read = useMemo(() => readVariables(value), [value]);
  const known = useRef({ value, fields });
  const begin = (): FormBase => {
    const values = withFiles(read.values ?? {}, files);
    return { values, drafts: fromVariables(fields, values) };
  };
  /** The text last written elsewhere: the form changes that. */
  const [base, setBase] = useState<FormBase>(begin);
  const [drafts, setDrafts] = useState<Drafts>(base.drafts);
  // What is half typed cannot be read back from JSON: drafts are made anew only when the text changed elsewhere, or for another operation.
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
    const made = withoutFiles(formVariables(fields, next, base));
    known.current = { value: made.text, fields };
    onChange(made.text, made.files);
  };
  // A variable has no page of its own; its type has.
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
