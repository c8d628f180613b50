/** Completion that was requested before the schema was loaded. */
import {
  autocompletion,
  type CompletionSource,
  closeCompletion,
  completionStatus,
  currentCompletions,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { act } from '@testing-library/react';
import { type LateCompletion, lateCompletion } from '../../../../src/features/query/editor/lateCompletion';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const views: EditorView[] = [];
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
  jest.useRealTimers();
});

/** Fields that start with the word; `asked` counts the requests. */
function fields(): CompletionSource & { asked: number } {
  const source = Object.assign(
    (context: Parameters<CompletionSource>[0]) => {
      source.asked += 1;
      const word = context.matchBefore(/\w+/);
      if (!word && !context.explicit) return null;
      return { from: word?.from ?? context.pos, options: [{ label: 'viewer' }, { label: 'version' }], validFor: /^\w*$/ };
    },
    { asked: 0 },
  );
  return source;
}

const open = (): { view: EditorView; completion: LateCompletion } => {
  const completion = lateCompletion();
  const view = new EditorView({
    parent: document.body.appendChild(document.createElement('div')),
    state: EditorState.create({
      extensions: [autocompletion({ interactionDelay: 0, activateOnTypingDelay: 10 }), completion.extension],
    }),
  });
  views.push(view);
  view.focus();
  return { view, completion };
};
const type = (view: EditorView, text: string): void => {
  for (const char of text) view.dispatch({ ...view.state.replaceSelection(char), userEvent: 'input.type' });
};
const pass = (ms = 200): Promise<void> => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));
const offered = (view: EditorView): string[] => currentCompletions(view.state).map(({ label }) => label);

it('a word that was started too early is completed once the schema is known, narrowed by later typing', async () => {
  const { view, completion } = open();
  type(view, '{ v');
  await pass(3000);
  expect(offered(view)).toEqual([]);
  type(view, 'i');
  await pass();
  completion.answerBy(fields());
  await pass();
  expect(offered(view)).toEqual(['viewer']);
});

it('completion that was requested by key is also shown later, even between words', async () => {
  const { view, completion } = open();
  type(view, '{ ');
  await pass();
  expect(completionStatus(view.state)).toBeNull();
  startCompletion(view);
  await pass();
  completion.answerBy(fields());
  await pass();
  expect(offered(view)).toEqual(['version', 'viewer']);
});

it.each([
  ['Escape was pressed', (view: EditorView) => void closeCompletion(view)],
  ['the word has ended', (view: EditorView) => type(view, ' ')],
  ['another editor was gone to', () => open().view.focus()],
  ['the cursor was put elsewhere', (view: EditorView) => view.dispatch({ selection: { anchor: 0 } })],
])('nothing opens if %s meanwhile', async (_, meanwhile) => {
  const { view, completion } = open();
  type(view, '{ v');
  await pass();
  meanwhile(view);
  await pass();
  completion.answerBy(fields());
  await pass();
  expect(offered(view)).toEqual([]);
});

it('completion is immediate with a known schema, and waits again after the schema is dropped', async () => {
  const { view, completion } = open();
  const known = fields();
  completion.answerBy(known);
  type(view, '{ v');
  await pass();
  expect(offered(view)).toEqual(['version', 'viewer']);
  closeCompletion(view);
  completion.answerBy(null);
  type(view, ' v');
  await pass();
  expect(offered(view)).toEqual([]);
  expect(known.asked).toBe(1);
  completion.answerBy(known);
  await pass();
  expect(offered(view)).toEqual(['version', 'viewer']);
});

it('a source that fails does not affect others, and is called again next time', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { view, completion } = open();
  type(view, '{ v');
  await pass();
  completion.answerBy(() => {
    throw new Error('no such place');
  });
  await pass();
  expect(offered(view)).toEqual([]);
  completion.answerBy(fields());
  type(view, ' vi');
  await pass();
  expect(offered(view)).toEqual(['viewer']);
  consoleError.mockRestore();
});
