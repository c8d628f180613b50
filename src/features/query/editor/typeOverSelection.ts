/**
 * Text that is typed over a selection. A browser keeps the colours of the replaced text by a style attribute, which the
 * Content-Security-Policy blocks and reports as an error, so the editor replaces the text itself.
 */
import { EditorView } from '@codemirror/view';

export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    const text = event.inputType === 'insertText' ? event.data : null;
    if (text === null || empty || state.readOnly || event.isComposing) return false;
    const replacement = () => state.update(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    const isHandled = state.facet(EditorView.inputHandler).some(handle => handle(view, from, to, text, replacement));
    if (!isHandled) view.dispatch(replacement());
    return true;
  },
});
