/**
 * Text that is typed over a selection. A browser keeps the colours of the replaced text by a style attribute, which the
 * Content-Security-Policy blocks and reports as an error, so the editor replaces the text itself.
 */
import { EditorView } from '@codemirror/view';

export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const text = event.inputType === 'insertText' ? event.data : null;
    if (text === null || view.state.readOnly || event.isComposing) return false;
    // The editor learns of a new selection by a later event.
    if (view.state.selection.main.empty) readSelection(view);
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    if (empty) return false;
    const replacement = () => state.update(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    const isHandled = state.facet(EditorView.inputHandler).some(handle => handle(view, from, to, text, replacement));
    if (!isHandled) view.dispatch(replacement());
    return true;
  },
});

/** Selects the text in the editor that is selected in the page. */
function readSelection(view: EditorView): void {
  const selection = view.contentDOM.ownerDocument.getSelection();
  if (selection === null || selection.isCollapsed) return;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  if (!view.contentDOM.contains(startContainer) || !view.contentDOM.contains(endContainer)) return;
  const anchor = view.posAtDOM(startContainer, startOffset);
  const head = view.posAtDOM(endContainer, endOffset);
  view.dispatch({ selection: { anchor, head } });
}
