/** Phrases of the editor for fixes and renaming, as CodeMirror phrases: English here, translated in editorPhrases.ts. */

/** Labels of fixes; `$1` is the name. */
export const FIX_PHRASES = { use: 'Use $1', declare: 'Declare $1', remove: 'Remove $1' } as const;

/** Texts of the rename dialog. */
export const RENAME_PHRASES = { label: 'New name', taken: 'This name is already used', submit: 'Rename' } as const;
