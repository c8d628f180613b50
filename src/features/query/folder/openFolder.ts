/** The folder that is open in Query, as state: its files, and which of them are open in tabs. It lives as long as the session. */
import { createStore, type Readable } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import type { QueryContent, QueryTab } from '../tabs/queryTabs';
import { contentOfFile, fileOfContent, type OperationFolder } from './operationFolder';

/** A file that was opened or saved. */
export interface OpenedFile {
  path: string;
  /** Its text at that time. */
  query: string;
  /** ID of the tab; null if no tab is linked yet, then the tab is found by its text. */
  tab: string | null;
}

/** The state of the open folder. */
export interface OpenFolderState {
  folder: OperationFolder | null;
  paths: readonly string[];
  opened: readonly OpenedFile[];
}

/** The open folder as state, with its operations. */
export interface OpenFolder extends Readable<OpenFolderState> {
  use(folder: OperationFolder): Promise<void>;
  /** Links a file to the tab in which it is open. */
  link(path: string, tab: string): void;
  /** Reads a file as the content of a tab. */
  read(path: string): Promise<QueryContent>;
  /**
   * Writes a tab to a file.
   * @returns false if something else created or changed the file since it was opened; then nothing is written
   */
  save(path: string, tab: QueryTab): Promise<boolean>;
  dispose(): void;
}

/** Returns the open folder of a session. */
export function openFolderOf(session: Session): OpenFolder {
  return session.part('openFolder', createOpenFolder);
}

/** Initially, no folder is open. */
export function createOpenFolder(): OpenFolder {
  const state = createStore<OpenFolderState>({ folder: null, paths: [], opened: [] });
  const note = (file: OpenedFile): void => {
    const now = state.get();
    const others = now.opened.filter(({ path }) => path !== file.path);
    // A tab is linked to one file, the latest.
    const left = others.map(each => (file.tab !== null && each.tab === file.tab ? { ...each, tab: null } : each));
    state.set({ ...now, opened: [...left, file] });
  };
  const opened = (): OperationFolder => {
    const { folder } = state.get();
    if (!folder) throw new Error('No folder is open');
    return folder;
  };
  return {
    get: state.get,
    rendered: state.rendered,
    subscribe: state.subscribe,
    async use(folder) {
      state.set({ folder, paths: await folder.list(), opened: [] });
    },
    async read(path) {
      const query = await opened().read(path);
      note({ path, query, tab: null });
      return contentOfFile(query);
    },
    link(path, tab) {
      const file = state.get().opened.find(each => each.path === path);
      if (file) note({ ...file, tab });
    },
    async save(path, tab) {
      const folder = opened();
      const existing = state.get().opened.find(file => file.path === path);
      // The list can be outdated, and file systems can treat two names as the same file.
      const onDisk = await textOnDisk(folder, path);
      if (onDisk !== null && onDisk !== existing?.query) return false;
      const text = fileOfContent(tab, existing?.query ?? '');
      if (text !== onDisk) await folder.write(path, text);
      note({ path, query: text, tab: tab.id });
      if (onDisk === null) {
        const paths = await folder.list();
        state.set({ ...state.get(), paths });
      }
      return true;
    },
    dispose: () => undefined,
  };
}

/** Returns null if the file does not exist. */
async function textOnDisk(folder: OperationFolder, path: string): Promise<string | null> {
  try {
    return await folder.read(path);
  } catch (error) {
    if ((error as Error).name === 'NotFoundError') return null;
    throw error;
  }
}
