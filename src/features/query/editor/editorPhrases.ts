/** Translations of the texts of CodeMirror, by their English originals. */
import type { Text } from '../../../i18n/language';
import { FIX_PHRASES, RENAME_PHRASES } from './document/documentPhrases';

export function editorPhrases(text: Text): Record<string, string> {
  return {
    Find: text('query.editorFind'),
    Replace: text('query.editorReplace'),
    next: text('query.editorNext'),
    previous: text('query.editorPrevious'),
    all: text('query.editorAll'),
    'match case': text('query.editorCase'),
    'by word': text('query.editorWord'),
    regexp: text('query.editorPattern'),
    replace: text('query.editorReplaceOne'),
    'replace all': text('query.editorReplaceAll'),
    close: text('query.editorClose'),
    'current match': text('query.editorCurrent'),
    'on line': text('query.editorOnLine'),
    'folded code': text('query.editorFolded'),
    unfold: text('query.editorUnfold'),
    [FIX_PHRASES.use]: text('query.fixUse', { name: '$1' }),
    [FIX_PHRASES.declare]: text('query.fixDeclare', { name: '$1' }),
    [FIX_PHRASES.remove]: text('query.fixRemove', { name: '$1' }),
    [RENAME_PHRASES.label]: text('query.renameLabel'),
    // CodeMirror adds a colon itself.
    [RENAME_PHRASES.taken]: text('query.renameTaken').replace(/\s?[:：]$/, ''),
    [RENAME_PHRASES.submit]: text('query.rename'),
    Completions: text('query.editorCompletions'),
    Diagnostics: text('query.editorProblems'),
    'No diagnostics': text('query.editorNoProblems'),
  };
}
