/**
 * The common setup of the editors of the Query screen: keys, history, brackets, multiple cursors, folding, search, and a theme with the
 * design tokens of the page. The editors are in shadow roots, where CodeMirror adds its styles as constructed style sheets, because the
 * Content-Security-Policy allows no others.
 */
import {
  acceptCompletion,
  autocompletion,
  clearSnippet,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  nextSnippetField,
  prevSnippetField,
  snippetKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
  tooltips,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { typeOverSelection } from './typeOverSelection';

/** The options of an editor. */
export interface EditorSetup {
  /** Accessible name. */
  label: string;
  /** Placeholder. */
  hint?: string;
  /** Translated texts of CodeMirror (search panel, announcements to screen readers). */
  phrases: Readonly<Record<string, string>>;
}

/** Returns the common extensions. */
export function editorSetup({ label, hint, phrases }: EditorSetup): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    foldGutter(),
    codeFolding(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.phrases.of(phrases),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    closeBrackets(),
    typeOverSelection,
    autocompletion({ maxRenderedOptions: 60, interactionDelay: 0, activateOnTypingDelay: 10, updateSyncTime: 50, icons: false }),
    // Accepting a completion takes precedence over moving to the next placeholder.
    snippetKeymap.of([
      { key: 'Tab', run: view => acceptCompletion(view) || nextSnippetField(view), shift: prevSnippetField },
      { key: 'Escape', run: clearSnippet },
    ]),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    tooltips({ position: 'fixed' }),
    hint === undefined ? [] : placeholder(hint),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', autocapitalize: 'off' }),
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    syntaxHighlighting(COLOURS),
    LOOK,
  ];
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.definitionKeyword, tags.modifier], color: 'var(--accent)', fontWeight: '600' },
  // The grammar parses fields named `type` or `input` as keywords, so keywords are styled like fields.
  { tag: [tags.propertyName, tags.keyword], color: 'var(--text)' },
  { tag: [tags.attributeName, tags.variableName], color: 'var(--busy)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.integer, tags.float, tags.number, tags.bool, tags.null, tags.special(tags.name)], color: 'var(--warning)' },
  { tag: tags.atom, color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.paren, tags.brace, tags.separator], color: 'var(--text-quiet)' },
]);

const LOOK = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '&, & *': { boxSizing: 'border-box' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.5', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: '8px' },
  '.cm-line': { paddingInline: '4px 12px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 70%, transparent)' },
  // The cursor of the Vim and Emacs keys: its letter keeps the colour of its token. Messages of Vim have an inline colour.
  '&.cm-focused .cm-fat-cursor': { backgroundColor: 'color-mix(in srgb, var(--accent) 50%, transparent) !important' },
  '.cm-vim-message': { color: 'var(--danger) !important' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-faint)', border: '0', paddingInlineStart: '4px' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', paddingInline: '2px' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--chip)', border: '0', color: 'var(--text-quiet)', paddingInline: '6px' },
  // A translated sentence in an editor whose direction is left-to-right.
  '.cm-placeholder': { color: 'var(--text-faint)', unicodeBidi: 'plaintext' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-soft)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--chip)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--float-shadow)',
    maxWidth: 'min(480px, 90vw)',
    zIndex: '20',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', fontSize: '0.75rem', maxHeight: '15em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { display: 'flex', gap: '16px', padding: '3px 8px', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { marginInlineStart: 'auto', fontStyle: 'normal', color: 'var(--text-quiet)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 8px', fontFamily: 'var(--font)', fontSize: '0.75rem', maxWidth: '320px' },
  '.cm-snippetField': { backgroundColor: 'var(--accent-soft)' },
  '.cm-diagnosticAction': {
    font: '0.75rem var(--font)',
    marginInlineStart: '8px',
    padding: '2px 8px',
    border: '0',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    cursor: 'pointer',
  },
  '.cm-panel.cm-dialog': {
    fontFamily: 'var(--font)',
    padding: '6px 28px 6px 8px',
    '& input, & button, & label': { font: '0.75rem var(--font)' },
  },
  '.cm-diagnostic': { padding: '4px 8px', fontFamily: 'var(--font)', fontSize: '0.75rem', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderInlineStart: '3px solid var(--warning)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warning)',
    textUnderlineOffset: '3px',
  },
  '.cm-panels': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': {
    fontFamily: 'var(--font)',
    padding: '6px 28px 6px 8px',
    // The default size, 70 % of the editor, is too small.
    '& input, & button, & label': { font: '0.75rem var(--font)' },
  },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    color: 'inherit',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface-raised)',
    color: 'inherit',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
  },
  '.cm-panels :is(input, button):focus-visible': { outline: 'var(--focus)', outlineOffset: '-1px' },
  '.cm-panel.cm-search [name=close]': { color: 'inherit', fontSize: '18px', insetBlockStart: '4px' },
  '.query-hover': { padding: '6px 8px', fontSize: '0.75rem', lineHeight: '1.45' },
  '.query-hover-title': { fontFamily: 'var(--font-code)', fontWeight: '600' },
  '.query-hover-text': { fontFamily: 'var(--font)', color: 'var(--text-quiet)', whiteSpace: 'pre-wrap' },
  '.query-hover-deprecated': { color: 'var(--warning)' },
});
