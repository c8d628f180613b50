/** The variables of the operation in hand, as JSON or as the form that its types make: two views of one text. Files are put in by the form. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { type Drafts, fromVariables, toVariables } from '../../schema/formValues';
import { type ArgumentModel, namedType, type SchemaModel } from '../../schema/schemaModel';
import { href } from '../../session/navigation';
import { DraftForm } from '../../ui/form/DraftForm';
import { Segments } from '../../ui/Select';
import { CodeEditor } from './CodeEditor';
import { readVariables, type VariableFiles, variableFields, withFiles, withoutFiles } from './variablesCheck';
import { variablesSupport } from './variablesSupport';

/** Props of `VariablesPanel`. */
export interface VariablesPanelProps {
  /** JSON as typed. */
  value: string;
  files: VariableFiles;
  onChange: (value: string, files: VariableFiles) => void;
  model: SchemaModel | null;
  /** The operation's variables; null while the document cannot be read. */
  variables: readonly ArgumentModel[] | null;
  view: 'json' | 'form';
  onView: (view: 'json' | 'form') => void;
  onRun: () => void;
}

/** The panel. */
export function VariablesPanel(props: VariablesPanelProps): ReactNode {
  const { value, files, onChange, model, variables, view, onView, onRun } = props;
  const text = useText();
  // The document is read again at each key; its variables are the same as long as they are written the same.
  const signature = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const extensions = useMemo(() => variablesSupport({ model, variables, files, text }), [model, signature, files, text]);
  const names = [...files.values()].map(file => ('name' in file ? String(file.name) : 'blob'));
  return (
    <div className="query-variables">
      <div className="query-panel-bar">
        <Segments
          value={view}
          label={text('query.variablesView')}
          options={[
            { value: 'json', label: text('query.variablesJson') },
            { value: 'form', label: text('query.variablesForm') },
          ]}
          onChange={onView}
        />
        {names.length > 0 ? (
          <span className="quiet truncate">{text('query.variablesFiles', { names: names.join(', ') })}</span>
        ) : null}
      </div>
      {view === 'json' ? (
        <CodeEditor
          value={value}
          onChange={next => onChange(next, files)}
          label={text('query.variablesEditor')}
          hint={text('query.variablesHint')}
          extensions={extensions}
          onRun={onRun}
        />
      ) : (
        <div className="query-form">
          {model && variables ? (
            variables.length > 0 ? (
              <VariablesForm value={value} files={files} onChange={onChange} model={model} variables={variables} />
            ) : (
              <p className="quiet">{text('query.variablesNone')}</p>
            )
          ) : (
            <p className="quiet">{text('query.variablesUnread')}</p>
          )}
        </div>
      )}
    </div>
  );
}

function VariablesForm({
  value,
  files,
  onChange,
  model,
  variables,
}: Pick<VariablesPanelProps, 'value' | 'files' | 'onChange'> & {
  model: SchemaModel;
  variables: readonly ArgumentModel[];
}): ReactNode {
  const text = useText();
  // The document is read again at each key; its variables are the same as long as they are written the same.
  const signature = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const fields = useMemo(() => variableFields(model, variables), [model, signature]);
  const read = useMemo(() => readVariables(value), [value]);
  const written = useRef(value);
  const draftsOf = (): Drafts => fromVariables(fields, withFiles(read.values ?? {}, files));
  const [drafts, setDrafts] = useState<Drafts>(draftsOf);
  // What is half typed cannot be read back from JSON: drafts are made anew only when somebody else wrote.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (written.current === value) return;
    written.current = value;
    setDrafts(draftsOf());
  }, [value, fields]);
  const { problems } = useMemo(() => toVariables(fields, drafts), [fields, drafts]);
  if (read.error !== null) return <p className="quiet">{text('query.variablesBroken', { error: read.error })}</p>;
  const change = (next: Drafts): void => {
    setDrafts(next);
    const made = withoutFiles(toVariables(fields, next).variables);
    written.current = made.text;
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
