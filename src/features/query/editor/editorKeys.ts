/** The keys of Vim or Emacs in the editors of Query, for those who choose them: off to begin with, kept for all connections of this browser. */
import { Compartment, type Extension, Prec, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { readJson, writeJson } from '../../../lib/storage';
import { createStore, type Readable } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';

/** Whose keys there are besides the usual ones. */
export const EDITOR_KEYS = ['vim', 'emacs'] as const;

/** One of them; null: the usual ones. */
export type EditorKeys = (typeof EDITOR_KEYS)[number] | null;

/** Where the choice is kept. */
const KEY = 'oriel:editor-keys';

/** The choice, and the editors it holds for. */
export interface EditorKeyChoice {
  chosen: Readable<EditorKeys>;
  choose(keys: EditorKeys): void;
  /** Gives an editor the keys, now and whenever others are chosen. @returns to be called before the editor goes */
  attach(editor: EditorView): () => void;
  dispose(): void;
}

/** That of a session. */
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
            // Others may have been chosen while these were loaded.
            keys => isHere && shown === wanted && editor.dispatch({ effects: place.reconfigure(Prec.highest(keys)) }),
            // The usual ones stay; the choice holds again with the next editor.
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
  return keys === 'emacs' ? (await import(/* webpackChunkName: "emacs" */ '@replit/codemirror-emacs')).emacs() : [];
}
