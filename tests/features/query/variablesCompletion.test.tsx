/** Completion of variables in the editor: the options at each position, and the text after one is accepted. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  currentCompletions,
  insertBracket,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { waitFor } from '@testing-library/react';
import { chosenOperation, readDocument } from '../../../src/features/query/editor/document/documentTools';
import { variablesSupport } from '../../../src/features/query/variables/variablesSupport';
import { modelOf } from '../../schema/modelOf';
import { testLanguage } from '../../support/testLanguage';

const MODEL = modelOf(`
  enum Kind { TANKER FERRY }
  input ShipInput { name: String! kind: Kind ready: Boolean }
  type Query { ship(input: ShipInput!, first: Int, ready: Boolean, kind: Kind): Int }
`);
const { operations } = readDocument(
  'query A($input: ShipInput!, $first: Int, $ready: Boolean, $kind: Kind) { ship(input: $input, first: $first, ready: $ready, kind: $kind) }',
);
const variables = chosenOperation(operations, null)?.variables ?? [];

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const views: EditorView[] = [];
afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
});

const open = (): EditorView => {
  const view = new EditorView({
    parent: document.body.appendChild(document.createElement('div')),
    state: EditorState.create({
      extensions: [
        autocompletion({ interactionDelay: 0, activateOnTypingDelay: 0 }),
        closeBrackets(),
        variablesSupport({ model: MODEL, variables, files: new Map(), text: testLanguage().text }),
      ],
    }),
  });
  views.push(view);
  view.focus();
  return view;
};
/** Types as a user does: the editor closes quotes and brackets. */
const type = (view: EditorView, text: string): void => {
  for (const char of text) {
    const closed = insertBracket(view.state, char);
    if (closed) view.dispatch(closed);
    else view.dispatch({ ...view.state.replaceSelection(char), userEvent: 'input.type' });
  }
};
const offered = (view: EditorView): string[] => currentCompletions(view.state).map(({ label }) => label);
const marked = ({ state }: EditorView): string => {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
};

it('a quote offers the names, further letters narrow them, and an accepted one continues with its value', async () => {
  const view = open();
  type(view, '{"');
  await waitFor(() => expect(offered(view)).toEqual(['input', 'first', 'kind', 'ready']));
  type(view, 'ki');
  await waitFor(() => expect(offered(view)).toEqual(['kind']));
  expect(acceptCompletion(view)).toBe(true);
  expect(marked(view)).toBe('{"kind": "|"}');
  await waitFor(() => expect(offered(view)).toEqual(['"FERRY"', '"TANKER"']));
  expect(acceptCompletion(view)).toBe(true);
  expect(marked(view)).toBe('{"kind": "FERRY"|}');
});

it('names are offered without a quote, too, and so are the fields of an input object within it', async () => {
  const view = open();
  type(view, '{inp');
  await waitFor(() => expect(offered(view)).toEqual(['input']));
  acceptCompletion(view);
  expect(marked(view)).toBe('{"input": { | }}');
  await waitFor(() => expect(offered(view)).toEqual(['name', 'kind', 'ready']));
});

it('boolean values are offered once the name is accepted', async () => {
  const view = open();
  type(view, '{"rea');
  await waitFor(() => expect(offered(view)).toEqual(['ready']));
  acceptCompletion(view);
  await waitFor(() => expect(offered(view)).toEqual(['false', 'null', 'true']));
});

it('in an empty text an object is offered, and its names once it is accepted', async () => {
  const view = open();
  startCompletion(view);
  await waitFor(() => expect(offered(view)).toEqual(['{']));
  acceptCompletion(view);
  expect(marked(view)).toBe('{\n  |\n}');
  await waitFor(() => expect(offered(view)).toEqual(['input', 'first', 'kind', 'ready']));
});
