/** What the editor says of fixes and new names, as CodeMirror's phrases: English here, the reader's language in editorPhrases.ts. */

/** How the words of a fix read, `$1` being the name. */
export const FIX_PHRASES = { use: 'Use $1', declare: 'Declare $1', remove: 'Remove $1' } as const;

/** The words of the dialog that asks for a name. */
export const RENAME_PHRASES = { label: 'New name', taken: 'This name is already used', submit: 'Rename' } as const;
