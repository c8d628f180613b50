/** The variables of the selected operation, as JSON or as a form: two views of one text. Files are added in the form. */
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
  /** JSON text. */
  value: string;
  files: VariableFiles;
  onChange: (value: string, files: VariableFiles) => void;
  model: SchemaModel | null;
  /** The variables of the operation; null while the document cannot be parsed. */
  variables: readonly ArgumentModel[] | null;
  view: 'json' | 'form';
  onView: (view: 'json' | 'form') => void;
  onRun: () => void;
  onEditor?: CodeEditorProps['onEditor'];
}

export function VariablesPanel(props: VariablesPanelProps): ReactNode {
  const { value, files, onChange, model, variables, view, onView, onRun, onEditor } = props;
  const text = useText();
  // The document is parsed again at each keystroke. The signature changes only if the variables change.
  const signature = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const extensions = useMemo(() => variablesSupport({ model, variables, files, text }), [model, signature, files, text]);
  const names = useMemo(() => {
    if (files.size === 0) return [];
    // Only files whose path exists in the text.
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
