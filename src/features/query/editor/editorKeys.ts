/** Optional Vim or Emacs key bindings for the editors of Query: off by default, stored for all connections of this browser. */
import { Compartment, type Extension, Prec, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { readJson, writeJson } from '../../../lib/storage';
import { createStore, type Readable } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';

/** The available key bindings. */
export const EDITOR_KEYS = ['vim', 'emacs'] as const;

/** A key binding; null for the standard keys. */
export type EditorKeys = (typeof EDITOR_KEYS)[number] | null;

/** Storage key. */
const KEY = 'oriel:editor-keys';

/** The selected key bindings, and the editors that use them. */
export interface EditorKeyChoice {
  chosen: Readable<EditorKeys>;
  choose(keys: EditorKeys): void;
  /**
   * Applies the key bindings to an editor, now and after each change.
   * @returns a function to call before the editor is destroyed
   */
  attach(editor: EditorView): () => void;
  dispose(): void;
}

/** Returns the key bindings of a session. */
export function editorKeysOf({ part, storage }: Session): EditorKeyChoice {
  return part('editorKeys', () => {
    const chosen = createStore<EditorKeys>(readKeys(readJson(storage, KEY)));
    return {
      chosen,
      choose(keys) {
        writeJson(storage, KEY, keys);
        chosen.set(keys);
      },
      attach(editor) {
        const place = new Compartment();
        let isHere = true;
        let shown: EditorKeys = null;
        const apply = (): void => {
          const wanted = chosen.get();
          if (wanted === shown) return;
          shown = wanted;
          loadKeys(wanted).then(
            // Other key bindings can have been selected during loading.
            keys => isHere && shown === wanted && editor.dispatch({ effects: place.reconfigure(Prec.highest(keys)) }),
            // The standard keys remain; the next editor tries again.
            () => undefined,
          );
        };
        editor.dispatch({ effects: StateEffect.appendConfig.of(place.of([])) });
        apply();
        const stop = chosen.subscribe(apply);
        return () => {
          isHere = false;
          stop();
        };
      },
      dispose() {},
    };
  });
}

const readKeys = (stored: unknown): EditorKeys => EDITOR_KEYS.find(keys => keys === stored) ?? null;

async function loadKeys(keys: EditorKeys): Promise<Extension> {
  if (keys === 'vim') return (await import(/* webpackChunkName: "vim" */ '@replit/codemirror-vim')).vim({ status: true });
  if (keys === null) return [];
  const { emacs, EmacsHandler } = await import(/* webpackChunkName: "emacs" */ '@replit/codemirror-emacs');
  // The package has no command line: its Alt X only writes an error to the console.
  EmacsHandler.addCommands({ focusCommandLine: () => false });
  return emacs();
}
