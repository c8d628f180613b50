/** Recognizes the verbs in the names of mutations. */

/** The kind of change that a mutation makes. */
export type Verb = 'create' | 'update' | 'delete' | 'other';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Verbs in Spanish, Portuguese, French, German and Italian, unless they are also English nouns. */
export const OTHER_LANGUAGES = {
  create: 'crear agregar insertar criar adicionar cadastrar inserir creer ajouter erstellen anlegen crea aggiungi',
  update:
    'actualizar editar modificar cambiar guardar atualizar alterar salvar aktualisieren bearbeiten aendern aggiorna modifica',
  delete: 'eliminar borrar excluir deletar apagar remover supprimer effacer loeschen entfernen elimina cancella rimuovi',
};

const DELETES = `delete remove destroy purge erase drop wipe ${OTHER_LANGUAGES.delete}`;

/** Verbs of actions that lose something. */
export const DANGER_WORDS = setOf(
  `${DELETES} cancel truncate revoke reject terminate kill ban block suspend disable deactivate archive discard void clear reset unpublish detach disconnect uninstall expire abort abandon refund close lock merge transfer deny evict forget unlink withdraw undo rollback logoutall signoutall anonymise anonymize`,
);
export const DELETE_WORDS = setOf(DELETES);
export const CREATE_WORDS = setOf(
  `create add insert new register book submit post make open upload import start place schedule enroll enrol admit hire ${OTHER_LANGUAGES.create}`,
);
export const UPDATE_WORDS = setOf(
  `update edit change modify amend revise alter set patch rename move mark replace save upsert ${OTHER_LANGUAGES.update}`,
);
const OTHER_WORDS = setOf(
  'restore duplicate copy publish unpublish activate enable approve reopen unarchive archive assign unassign send resend confirm complete finish pause resume trash untrash put store',
);

/** True for a word that can be the verb of a mutation. */
export const isVerb = (word: string): boolean =>
  DANGER_WORDS.has(word) || DELETE_WORDS.has(word) || CREATE_WORDS.has(word) || UPDATE_WORDS.has(word) || OTHER_WORDS.has(word);

/** Verbs that are also nouns. At the start of a name that ends with a clear verb they are the noun (`postUpdate`, `bookDelete`). */
const THINGS = setOf(
  'book post block set lock register import start open schedule copy place move mark make patch store submit upload update edit change archive refund transfer merge ban',
);

/** Verbs that are almost never nouns. */
const CLEAR_VERBS = setOf('create add insert update edit modify delete remove destroy');

/** Verbs that are never nouns, unlike `edit` in `sceneEditUpdate`. */
const PLAIN_VERBS = setOf('create delete remove destroy');

/** Words after the verb that say how records are addressed (`postUpdateById`, `postCreateOne`). */
const ADDRESSING = setOf('one many by id ids');

/** The index of the verb in a name: its first word, its last, or the first verb in between (`db_updateOnePost`); -1 if there is none. */
export function verbIndex(words: readonly string[]): number {
  const [first = ''] = words;
  const end = words.length - 1;
  const clear = words.findLastIndex(word => !ADDRESSING.has(word));
  if (clear > 0 && clear < end && THINGS.has(first) && CLEAR_VERBS.has(words[clear] as string)) return clear;
  const last = end > 0 ? (words[end] as string) : '';
  if (isVerb(first) && !(CLEAR_VERBS.has(last) && THINGS.has(first))) return 0;
  if (!isVerb(last)) return words.findIndex(isVerb);
  // `goals_createStatusUpdate` creates a status update.
  const inner = THINGS.has(last) ? words.slice(0, end).findIndex(word => PLAIN_VERBS.has(word)) : -1;
  return inner < 0 ? end : inner;
}

/** The kind of change, judged by the verb of the name. */
export function verbOf(words: readonly string[]): Verb {
  const word = words[verbIndex(words)] ?? '';
  if (DELETE_WORDS.has(word)) return 'delete';
  if (CREATE_WORDS.has(word)) return 'create';
  return UPDATE_WORDS.has(word) ? 'update' : 'other';
}
