/** Dialog for the name of a view that is saved or renamed, and for importing views from a file. */

import { type ReactNode, useRef, useState } from 'react';
import { dashboard } from '../../../i18n/english/data/dashboard';
import { dataViews } from '../../../i18n/english/data/dataViews';
import { pin } from '../../../i18n/english/data/pin';
import { useText } from '../../../i18n/LanguageProvider';
import type { Collection } from '../../../schema/collections/collections';
import type { Session } from '../../../session/connections/session';
import { changeTiles, withTiles } from '../../../session/navigation/dashboardTiles';
import { LONGEST_NAME, type SavedView, viewName } from '../../../session/navigation/savedViews';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Dialog } from '../../../ui/frame/Dialog';
import { Button } from '../../../ui/inputs/Button';
import { Field } from '../../../ui/inputs/Field';
import { FileInput } from '../../../ui/inputs/FileInput';
import { TextInput } from '../../../ui/inputs/TextInput';
import { readTextFile } from '../../../ui/readTextFile';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { LARGEST_FILE, readViewFile, type ViewFileProblem, withViews } from './viewFile';

/** Props of `ViewDialog`. */
export interface ViewDialogProps {
  task: 'save' | 'rename' | 'import';
  session: Session;
  /** null: no collection, when there is no view to name. */
  collection: Collection | null;
  /** Initial name. */
  name: string;
  isTaken: (name: string) => boolean;
  onName: (name: string) => void;
  /** Changes the saved views; returns false when there is no storage space left. */
  onViews: (change: (views: readonly SavedView[]) => readonly SavedView[]) => boolean;
  onClose: () => void;
}

/** Renders the dialog for the task. */
function ViewDialog(props: ViewDialogProps): ReactNode {
  return props.task === 'import' ? <ViewsFile {...props} /> : <ViewName {...props} />;
}

function ViewName({ task, collection, name, isTaken, onName, onClose }: ViewDialogProps): ReactNode {
  const text = useText();
  const [typed, setTyped] = useState(name);
  const [attempted, setAttempted] = useState(false);
  const wanted = viewName(typed);
  const problem =
    wanted === null
      ? text('data.viewNameMissing', { count: LONGEST_NAME })
      : isTaken(wanted)
        ? text('data.viewNameTaken', { collection: collection?.label ?? '' })
        : null;
  return (
    <Dialog
      open
      size="small"
      title={text(task === 'save' ? 'data.viewSaveTitle' : 'data.viewRenameTitle')}
      onClose={onClose}
      onSubmit={() => {
        setAttempted(true);
        if (wanted !== null && problem === null) onName(wanted);
      }}
      footer={
        <>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button kind="primary" type="submit">
            {text('data.viewSave')}
          </Button>
        </>
      }
    >
      <Field label={text('data.viewName')} required error={attempted ? problem : null}>
        {control => <TextInput {...control} value={typed} onChange={setTyped} />}
      </Field>
    </Dialog>
  );
}

const PROBLEMS = {
  notJson: 'data.viewsFileNotJson',
  notViews: 'data.viewsFileNotViews',
} as const;

function ViewsFile({ session, onViews, onClose }: ViewDialogProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const wordsOf = ({ problem: kind, place }: ViewFileProblem): string => {
    if (kind === 'notJson' || kind === 'notViews') return text(PROBLEMS[kind]);
    return text(kind === 'unknown' ? 'data.viewsFileUnknown' : 'data.viewsFileWrong', { place });
  };
  const take = async (file: File): Promise<void> => {
    if (file.size > LARGEST_FILE) return setProblem(text('data.viewsFileLarge'));
    // What is not text is not JSON.
    const read = readViewFile(await readTextFile(file).catch(() => ''));
    if ('problem' in read) return setProblem(wordsOf(read));
    let count = 0;
    const isDone = onViews(views => {
      const all = withViews(views, read.views);
      count = all.length - views.length;
      return all;
    });
    // There is no space for the views: nothing of the file is imported.
    if (!isDone) return onClose();
    let tiles = 0;
    const isPinned =
      read.tiles.length === 0 ||
      changeTiles(session, before => {
        const all = withTiles(before, read.tiles);
        tiles = all.length - before.length;
        return all;
      });
    onClose();
    if (!isPinned) announce.note({ text: text('dashboard.full'), tone: 'danger' });
    const done = [
      count > 0 ? text('data.viewsImported', { count }) : null,
      tiles > 0 ? text('dashboard.imported', { count: tiles }) : null,
    ].filter(words => words !== null);
    announce.note({ text: done.length === 0 ? text('data.viewsKnown') : done.join(' · ') });
  };
  return (
    <Dialog
      open
      size="small"
      title={text('data.viewsImportTitle')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('ui.cancel')}</Button>}
    >
      <p className="quiet">{text('data.viewsImportHelp')}</p>
      {problem === null ? null : (
        <p role="alert" className="views-problem">
          {problem}
        </p>
      )}
      <Button kind="primary" icon="upload" data-autofocus onClick={() => picker.current?.click()}>
        {text('ui.chooseFiles', { count: 1 })}
      </Button>
      <FileInput
        ref={picker}
        accept="application/json,.json"
        label={text('data.viewsImportTitle')}
        onFile={file => void take(file)}
      />
    </Dialog>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataViews, dashboard: { ...dashboard, ...pin } }, ViewDialog);
