/** A CodeMirror editor as a React part. It keeps its own text while the user types; a `value` from outside replaces it when it differs. */
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { afterPaint } from './afterPaint';
import { replaceText } from './document/replaceText';
import { editorPhrases } from './editorPhrases';
import { editorSetup } from './editorSetup';

/** What can be done with an editor from outside. */
export interface CodeEditorHandle {
  /** Puts the cursor at a place (both count from 1), shows it, and gives the editor the focus. */
  goTo(line: number, column: number): void;
  /** Replaces the whole text as one step that can be undone. */
  replace(text: string): void;
  /** The editor itself, for its commands; null before it is there. */
  view(): EditorView | null;
}

/** Props of `CodeEditor`. */
export interface CodeEditorProps {
  value: string;
  onChange: (value: string) => void;
  /** Names it for screen readers. */
  label: string;
  /** Shown while it is empty. Read once. */
  hint?: string;
  /** Language and checks; may change at any time. Keep it identical while it does not. */
  extensions: Extension;
  /** Ctrl/⌘ Enter; `at`: where the cursor is. */
  onRun?: (at: number) => void;
  /** Something was pasted into it; true when it was taken care of. */
  onPaste?: (text: string) => boolean;
  /** It is made after the page has been painted: another one is wanted first. Read once. */
  isSecond?: boolean;
  /** Called with the editor once it is made; what it returns is called before the editor goes. Read once. */
  onEditor?: (editor: EditorView) => () => void;
  ref?: Ref<CodeEditorHandle>;
}

/** The editor; it fills the room it is given. */
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
  const latest = useRef({ value, onChange, onRun, onPaste, onEditor, extensions, label, hint, text });
  latest.current = { value, onChange, onRun, onPaste, onEditor, extensions, label, hint, text };
  const [isPainted, setPainted] = useState(!isSecond);
  /** The extensions the editor has. */
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
        extensions: [
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: ({ state: { selection } }) => {
                  latest.current.onRun?.(selection.main.head);
                  return true;
                },
              },
            ]),
          ),
          editorSetup({
            label: now.label,
            ...(now.hint === undefined ? {} : { hint: now.hint }),
            phrases: editorPhrases(now.text),
          }),
          language.of(now.extensions),
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
        ],
      }),
    });
    view.current = editor;
    const leave = now.onEditor?.(editor);
    // From outside, whatever is typed in the shadow root seems to come from its host, which is no field: the page's single-key shortcuts would act.
    const hold = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && event.key !== 'Escape') event.stopPropagation();
    };
    element.addEventListener('keydown', hold);
    return () => {
      element.removeEventListener('keydown', hold);
      leave?.();
      editor.destroy();
      view.current = null;
    };
  }, [language, isPainted]);

  useEffect(() => {
    // It is made with those of the moment, and a new set of them costs as much as the editor itself.
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
