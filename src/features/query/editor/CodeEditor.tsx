/** A CodeMirror editor as a React component. It has its own text while the user types; a different `value` prop replaces it. */
import { closeCompletion } from '@codemirror/autocomplete';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Text } from '../../../i18n/language';
import { afterPaint } from './afterPaint';
import { replaceText } from './document/replaceText';
import { editorPhrases } from './editorPhrases';
import { editorSetup } from './editorSetup';

/** Methods of a `CodeEditor`, through its ref. */
export interface CodeEditorHandle {
  /** Moves the cursor to a position (line and column count from 1), scrolls to it, and focuses the editor. */
  goTo(line: number, column: number): void;
  /** Replaces the whole text as one undo step. */
  replace(text: string): void;
  /** Returns the CodeMirror view; null before it is created. */
  view(): EditorView | null;
}

/** Props of `CodeEditor`. */
export interface CodeEditorProps {
  value: string;
  onChange: (value: string) => void;
  /** Accessible name. */
  label: string;
  /** Placeholder. Read once. */
  hint?: string;
  /** Language support and validation. Can change at any time, but must be the same object while it does not. */
  extensions: Extension;
  /** Called for Ctrl/⌘ Enter; `at` is the offset of the cursor. */
  onRun?: (at: number) => void;
  /** Called with pasted text. Returns true if the text was handled. */
  onPaste?: (text: string) => boolean;
  /** If true, the editor is created after the page has been painted, because another editor is more urgent. Read once. */
  isSecond?: boolean;
  /** Called with the editor when it is created; the returned function is called before it is destroyed. Read once. */
  onEditor?: (editor: EditorView) => () => void;
  ref?: Ref<CodeEditorHandle>;
}

/** Fills its container. */
export function CodeEditor({
  value,
  onChange,
  label,
  hint,
  extensions,
  onRun,
  onPaste,
  isSecond,
  onEditor,
  ref,
}: CodeEditorProps): ReactNode {
  const text = useText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const language = useMemo(() => new Compartment(), []);
  const latest = useRef<Latest>({ value, onChange, onRun, onPaste, onEditor, extensions, label, hint, text });
  latest.current = { value, onChange, onRun, onPaste, onEditor, extensions, label, hint, text };
  const [isPainted, setPainted] = useState(!isSecond);
  /** The extensions that the editor currently has. */
  const applied = useRef<Extension>(extensions);

  useEffect(() => {
    if (!isPainted) return afterPaint(() => setPainted(true));
  }, [isPainted]);

  useEffect(() => {
    const element = host.current;
    if (!element || !isPainted) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const now = latest.current;
    applied.current = now.extensions;
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: now.value,
        extensions: editorExtensions(latest, language.of(now.extensions)),
      }),
    });
    view.current = editor;
    const leave = now.onEditor?.(editor);
    // Events from the shadow root are retargeted to its host, which is not an input. Without this, typing would trigger single-key
    // shortcuts of the page.
    const stopKeys = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && event.key !== 'Escape') event.stopPropagation();
    };
    element.addEventListener('keydown', stopKeys);
    return () => {
      element.removeEventListener('keydown', stopKeys);
      leave?.();
      editor.destroy();
      view.current = null;
    };
  }, [language, isPainted]);

  useEffect(() => {
    // The editor is created with the current extensions. Reconfiguring costs as much as creating it.
    if (applied.current === extensions) return;
    applied.current = extensions;
    view.current?.dispatch({ effects: language.reconfigure(extensions) });
  }, [extensions, language]);

  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value) replaceText(editor, value);
  }, [value]);

  useImperativeHandle(
    ref,
    () => ({
      goTo(line, column) {
        const editor = view.current;
        if (!editor) return;
        const { doc } = editor.state;
        const found = doc.line(Math.max(1, Math.min(line, doc.lines)));
        const anchor = Math.min(found.to, found.from + Math.max(0, column - 1));
        editor.dispatch({ selection: { anchor }, scrollIntoView: true });
        editor.focus();
      },
      replace: next => {
        if (view.current) replaceText(view.current, next);
      },
      view: () => view.current,
    }),
    [],
  );
  return <div ref={host} className="query-editor" />;
}

/** The props and texts of the latest render. */
type Latest = Omit<CodeEditorProps, 'isSecond' | 'ref'> & { text: Text };

/** The language, and the extensions of every editor: labels, key bindings, and event handlers of the page. */
function editorExtensions(latest: { current: Latest }, language: Extension): Extension[] {
  const { label, hint, text } = latest.current;
  return [
    Prec.highest(
      keymap.of([
        {
          key: 'Mod-Enter',
          run: view => {
            // Completions would cover the result.
            closeCompletion(view);
            latest.current.onRun?.(view.state.selection.main.head);
            return true;
          },
        },
      ]),
    ),
    editorSetup({
      label,
      ...(hint === undefined ? {} : { hint }),
      phrases: editorPhrases(text),
    }),
    language,
    EditorView.updateListener.of(update => {
      if (update.docChanged) latest.current.onChange(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({
      paste: event => {
        const pasted = event.clipboardData?.getData('text/plain') ?? '';
        if (!latest.current.onPaste?.(pasted)) return false;
        event.preventDefault();
        return true;
      },
    }),
  ];
}
