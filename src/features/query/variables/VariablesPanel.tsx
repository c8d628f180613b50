/** The variables of the selected operation, as JSON or as the form that its types make: two views of one text. Files are put in by the form. */
import { type ReactNode, Suspense, useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { ArgumentModel, SchemaModel } from '../../../schema/model/schemaModel';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Segments } from '../../../ui/inputs/Select';
import { lazyPart } from '../../../ui/lazyPart';
import { CodeEditor, type CodeEditorProps } from '../editor/CodeEditor';
import { filesOf, readVariables, type VariableFiles, withFiles, withoutFiles } from './variablesCheck';
import { variablesSupport } from './variablesSupport';

const VariablesForm = lazyPart(() => import(/* webpackChunkName: "query-form" */ './VariablesForm'));

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
  onEditor?: CodeEditorProps['onEditor'];
}

/** The panel. */
export function VariablesPanel(props: VariablesPanelProps): ReactNode {
  const { value, files, onChange, model, variables, view, onView, onRun, onEditor } = props;
  const text = useText();
  // The document is read again at each key; its variables are the same as long as they are written the same.
  const signature = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const extensions = useMemo(() => variablesSupport({ model, variables, files, text }), [model, signature, files, text]);
  const names = useMemo(() => {
    if (files.size === 0) return [];
    // Those that have a place in what is written.
    const placed = withoutFiles(withFiles(readVariables(value).values ?? {}, variables ? filesOf(files, variables) : files));
    return [...placed.files.values()].map(file => ('name' in file ? String(file.name) : 'blob'));
  }, [value, variables, files]);
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
          isSecond
          onRun={onRun}
          {...(onEditor ? { onEditor } : {})}
        />
      ) : (
        <div className="query-form">
          {model && variables ? (
            variables.length > 0 ? (
              <Suspense fallback={<SkeletonLines lines={3} />}>
                <VariablesForm value={value} files={files} onChange={onChange} model={model} variables={variables} />
              </Suspense>
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
