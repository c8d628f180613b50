/** F2: asks for a new name for the name at the cursor, and renames all its occurrences as one undo step. */
import { type EditorView, showDialog } from '@codemirror/view';
import { type DocumentName, nameAt } from './documentNames';
import { RENAME_PHRASES } from './documentPhrases';
import type { FragmentSupport } from './documentTools';

/** Called with the old and new name of a variable, so that its value can be renamed too. */
export type OnRenamed = (from: string, to: string) => void;

/**
 * The editor command.
 * @returns false if there is nothing to rename
 */
export function renameAtCursor(view: EditorView, onVariable: OnRenamed, fragments?: FragmentSupport | null): boolean {
  const found = nameAt(view.state.doc.toString(), view.state.selection.main.head, fragments);
  if (!found) return false;
  const text = view.state.doc.toString();
  void ask(view, found, view.state.phrase(RENAME_PHRASES.label)).then(to => {
    if (to !== null && to !== found.name && view.state.doc.toString() === text) {
      view.dispatch({ changes: found.places.map(place => ({ ...place, insert: to })), userEvent: 'input.rename' });
      if (found.kind === 'variable') onVariable(found.name, to);
    }
    view.focus();
  });
  return true;
}

/** Returns the new name; null if cancelled. Asks again if the name is already used. */
async function ask(view: EditorView, found: DocumentName, label: string): Promise<string | null> {
  const { result } = showDialog(view, {
    label,
    top: true,
    focus: true,
    submitLabel: view.state.phrase(RENAME_PHRASES.submit),
    input: {
      name: 'name',
      type: 'text',
      value: found.name,
      required: 'required',
      pattern: '[_A-Za-z][_0-9A-Za-z]*',
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
  const form = await result;
  if (!form) return null;
  const name = (form.elements.namedItem('name') as HTMLInputElement | null)?.value.trim() ?? '';
  if (!/^[_A-Za-z]\w*$/.test(name)) return null;
  return found.taken.has(name) ? ask(view, found, view.state.phrase(RENAME_PHRASES.taken)) : name;
}
