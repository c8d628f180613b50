/** A folder of operations: opened from the disk, shown as a tree. Its files are opened in tabs and saved back in place. */
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { Button } from '../../../ui/inputs/Button';
import { Field } from '../../../ui/inputs/Field';
import { FilesInput } from '../../../ui/inputs/FilesInput';
import { TextInput } from '../../../ui/inputs/TextInput';
import { saveFile } from '../../../ui/saveFile';
import { useReadable } from '../../../ui/useReadable';
import { type QueryContent, type QueryTab, queryTabsOf } from '../tabs/queryTabs';
import { tabName } from '../tabs/TabStrip';
import { openFolderOf } from './openFolder';
import { contentAfterSave, diskFolder, type FolderHandle, memoryFolder, newPath } from './operationFolder';
import { useSaveKey } from './useSaveKey';
import { zipArchive } from './zipArchive';

/** Props of `FolderPanel`. */
export interface FolderPanelProps {
  session: Session;
  /** The selected tab, which can be saved. */
  content: QueryTab;
}

type Picker = (options: { id: string; mode: 'readwrite' }) => Promise<FolderHandle>;

export function FolderPanel({ session, content }: FolderPanelProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const open = openFolderOf(session);
  const { folder, paths, opened } = useReadable(open);
  const [name, setName] = useState<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const own = opened.find(file => file.tab === content.id);
  const fail = (file: string, error: unknown): void =>
    announce.note({ text: text('query.fileFailed', { file, problem: (error as Error).message ?? '' }), tone: 'danger' });
  const choose = async (): Promise<void> => {
    const pick = (window as { showDirectoryPicker?: Picker }).showDirectoryPicker;
    if (!pick) {
      chooser.current?.click();
      return;
    }
    try {
      await open.use(diskFolder(await pick.call(window, { id: 'oriel', mode: 'readwrite' })));
    } catch (error) {
      // Cancelling the picker needs no message.
      if ((error as Error).name !== 'AbortError') fail('', error);
    }
  };
  const show = (path: string): void => {
    const linked = open.get().opened.find(file => file.path === path)?.tab;
    open.read(path).then(
      found => {
        const tabs = queryTabsOf(session);
        const isTaken = ({ id }: QueryTab): boolean => open.get().opened.some(file => file.tab === id);
        // Another tab can have the same document in other words, which would then be written to this file.
        tabs.open(found, tab => tab.query === found.query && (tab.id === linked || (!isTaken(tab) && isSameContent(tab, found))));
        open.link(path, tabs.current().id);
      },
      error => fail(path, error),
    );
  };
  /** Updates the tab to the saved file; text typed in the meantime is kept. */
  const applySaved = (before: string, saved: string): void => {
    const tabs = queryTabsOf(session);
    const now = tabs.get().tabs.find(({ id }) => id === content.id);
    if (now) tabs.change(now.id, contentAfterSave(content, now, before, saved));
  };
  const save = async (path: string): Promise<void> => {
    const textOf = (): string => open.get().opened.find(file => file.path === path)?.query ?? '';
    const before = textOf();
    try {
      const isSaved = await open.save(path, content);
      if (isSaved) applySaved(before, textOf());
      announce.note(
        isSaved
          ? { text: text('query.fileSaved', { file: path }) }
          : { text: text('query.fileChanged', { file: path }), tone: 'danger' },
      );
    } catch (error) {
      fail(path, error);
    }
  };
  useSaveKey(folder && own ? () => void save(own.path) : null);
  const archive = async (): Promise<void> => {
    if (!folder) return;
    const files = await Promise.all(paths.map(async path => ({ path, text: await folder.read(path) })));
    saveFile(`${folder.name || 'operations'}.zip`, 'application/zip', [zipArchive(files)]);
  };
  return (
    <div className="query-kept">
      <div className="query-kept-foot">
        <Button icon="file" onClick={() => void choose()}>
          {text('query.folderOpen')}
        </Button>
        {folder && !folder.isOnDisk ? (
          <Button kind="quiet" icon="download" onClick={() => void archive()}>
            {text('query.folderSave')}
          </Button>
        ) : null}
        {folder && own ? (
          <Button kind="primary" onClick={() => void save(own.path)}>
            {text('query.fileSave', { file: own.path })}
          </Button>
        ) : null}
      </div>
      <FilesInput
        ref={chooser}
        folder
        label={text('query.folderOpen')}
        onFiles={files => void memoryFolder(files).then(open.use, error => fail('', error))}
      />
      {folder ? (
        <FolderTree label={folder.name || text('query.files')} tree={treeOf(paths)} onOpen={show} />
      ) : (
        <EmptyState icon="file" title={text('query.folderNone')} help={text('query.folderHelp')} />
      )}
      {folder && !own && content.query.trim() !== '' ? (
        <NewFileForm name={name ?? tabName(content) ?? ''} onName={setName} paths={paths} onSave={path => void save(path)} />
      ) : null}
    </div>
  );
}

const isSameContent = (one: QueryContent, other: QueryContent): boolean =>
  one.variables === other.variables && JSON.stringify(one.headers) === JSON.stringify(other.headers);

/** Saves the tab as a new file of the folder. */
function NewFileForm({
  name,
  onName,
  paths,
  onSave,
}: {
  name: string;
  onName: (name: string) => void;
  paths: readonly string[];
  onSave: (path: string) => void;
}): ReactNode {
  const text = useText();
  const path = newPath(name, paths);
  return (
    <form
      className="query-collection-new"
      onSubmit={event => {
        event.preventDefault();
        if (path !== null) onSave(path);
      }}
    >
      <Field hideLabel label={text('query.fileName')} error={path === null && name !== '' ? text('query.explorerNoName') : null}>
        {control => <TextInput {...control} value={name} onChange={onName} />}
      </Field>
      <Button type="submit" icon="plus" disabled={path === null}>
        {text('query.fileAdd')}
      </Button>
    </form>
  );
}

/** The files and subfolders of a folder. */
interface Tree {
  folders: Map<string, Tree>;
  files: { name: string; path: string }[];
}

function treeOf(paths: readonly string[]): Tree {
  const root: Tree = { folders: new Map(), files: [] };
  for (const path of paths) {
    const names = path.split('/');
    const name = names.pop() ?? path;
    let at = root;
    for (const folder of names) {
      const inner = at.folders.get(folder) ?? { folders: new Map(), files: [] };
      at.folders.set(folder, inner);
      at = inner;
    }
    at.files.push({ name, path });
  }
  return root;
}

function FolderTree({ label, tree, onOpen }: { label: string; tree: Tree; onOpen: (path: string) => void }): ReactNode {
  return (
    <ul className="query-history" aria-label={label}>
      {[...tree.folders].map(([name, inner]) => (
        <li key={`${name}/`}>
          <details open className="query-folder">
            <summary dir="auto">{name}</summary>
            <FolderTree label={name} tree={inner} onOpen={onOpen} />
          </details>
        </li>
      ))}
      {tree.files.map(({ name, path }) => (
        <li key={path} className="query-history-entry">
          <button type="button" className="query-history-open" title={path} onClick={() => onOpen(path)}>
            <span className="truncate" dir="auto">
              {name}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
