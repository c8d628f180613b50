/** F2: asks for a new name for the name at the cursor, and renames all its occurrences as one undo step. */
import { invertedEffects } from '@codemirror/commands';
import { type Extension, StateEffect } from '@codemirror/state';
import { EditorView, showDialog } from '@codemirror/view';
import { type DocumentName, nameAt } from './documentNames';
import { RENAME_PHRASES } from './documentPhrases';
import type { FragmentSupport } from './documentTools';

/** A rename of a variable. */
interface RenamedVariable {
  from: string;
  to: string;
  /** Whether other operations still use the old name. */
  isCopy: boolean;
}

/** Called after a rename of a variable, also by undo and redo, so that its value can be renamed too. */
export type OnRenamed = (renamed: RenamedVariable) => void;

const variableRenamed = StateEffect.define<RenamedVariable>();

/** Creates the extension that reports renamed variables, also by undo and redo. */
export function renameEvents(onVariable: OnRenamed): Extension {
  return [
    invertedEffects.of(({ effects }) =>
      effects.flatMap(effect =>
        effect.is(variableRenamed) ? [variableRenamed.of({ ...effect.value, from: effect.value.to, to: effect.value.from })] : [],
      ),
    ),
    EditorView.updateListener.of(({ transactions }) => {
      for (const effect of transactions.flatMap(({ effects }) => effects)) {
        if (effect.is(variableRenamed)) onVariable(effect.value);
      }
    }),
  ];
}

/**
 * The editor command.
 * @returns false if there is nothing to rename
 */
export function renameAtCursor(view: EditorView, fragments?: FragmentSupport | null): boolean {
  const found = nameAt(view.state.doc.toString(), view.state.selection.main.head, fragments);
  if (!found) return false;
  const text = view.state.doc.toString();
  void ask(view, found, view.state.phrase(RENAME_PHRASES.label)).then(to => {
    if (to !== null && to !== found.name && view.state.doc.toString() === text) {
      const { kind, name: from, isElsewhere: isCopy } = found;
      view.dispatch({
        changes: found.places.map(place => ({ ...place, insert: to })),
        effects: kind === 'variable' ? variableRenamed.of({ from, to, isCopy }) : [],
        userEvent: 'input.rename',
      });
    }
    view.focus();
  });
  return true;
}

/** Returns the new name; null if cancelled. Asks again for a name that is already used or invalid. */
async function ask(view: EditorView, found: DocumentName, label: string, value = found.name): Promise<string | null> {
  const { result } = showDialog(view, {
    label,
    top: true,
    focus: true,
    submitLabel: view.state.phrase(RENAME_PHRASES.submit),
    input: {
      name: 'name',
      type: 'text',
      value,
      required: 'required',
      pattern: '[_A-Za-z][_0-9A-Za-z]*',
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
  const form = await result;
  if (!form) return null;
  const name = (form.elements.namedItem('name') as HTMLInputElement | null)?.value.trim() ?? '';
  // Enter closes the dialog without the browser's validation of the pattern.
  if (!/^[_A-Za-z]\w*$/.test(name)) return ask(view, found, label, name);
  return found.taken.has(name) ? ask(view, found, view.state.phrase(RENAME_PHRASES.taken), name) : name;
}
