/** Running from the editor with the keyboard. */
import { completionStatus, startCompletion } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { CodeEditor, type CodeEditorHandle } from '../../../../src/features/query/editor/CodeEditor';
import { renderWithLanguage } from '../../../support/testLanguage';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const offers = [EditorState.languageData.of(() => [{ autocomplete: () => ({ from: 0, options: [{ label: 'ships' }] }) }])];

it('closes the list of completions, which would cover the result', async () => {
  const editor = createRef<CodeEditorHandle>();
  const onRun = jest.fn();
  renderWithLanguage(
    <CodeEditor ref={editor} value="" onChange={() => undefined} onRun={onRun} label="Document" extensions={offers} />,
  );
  await waitFor(() => expect(editor.current?.view()).toBeTruthy());
  const view = editor.current?.view();
  if (!view) throw new Error('no editor');
  act(() => void startCompletion(view));
  expect(completionStatus(view.state)).not.toBeNull();
  fireEvent.keyDown(view.contentDOM, { key: 'Enter', ctrlKey: true });
  expect(onRun).toHaveBeenCalledTimes(1);
  expect(completionStatus(view.state)).toBeNull();
});
