/**
 * Exports the stored items as a file, and imports the items of other files. A notification says what was added and what could not be read.
 */
import { type ReactNode, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { ProgressBar } from '../../../ui/frame/ProgressBar';
import { Button } from '../../../ui/inputs/Button';
import { FilesInput } from '../../../ui/inputs/FilesInput';
import { FileTooLargeError, readTextFile, TEXT_FILE_LIMIT } from '../../../ui/readTextFile';
import { saveFile } from '../../../ui/saveFile';
import { isHiddenPath } from '../folder/isHiddenPath';
import type { NamedText } from './queryCollectionFile';
import type { ReadingOptions } from './readLargeFiles';

/** Maximum number of files that are read at once. */
const MOST_FILES = 5000;
/** Maximum number of names in the notification. */
const MOST_NAMED = 20;

/** Props of `FileButtons`. */
export interface FileButtonsProps {
  /** Name of the exported file. */
  name: string;
  /** True if there is nothing to export. */
  disabled: boolean;
  exported: () => Promise<string>;
  /** Rejects if the files have an unsupported format. */
  accept: (
    files: readonly NamedText[],
    options: ReadingOptions,
  ) => Promise<{ added: number; left: number; leftNames?: readonly string[] }>;
  /** Accepted file extensions, besides `.json`. */
  types?: readonly string[];
  /** Several files, and whole folders, can be imported. */
  several?: boolean;
  /** The message if `accept` rejects. */
  broken: string;
}

export function FileButtons({
  name,
  disabled,
  exported,
  accept,
  types = [],
  several = false,
  broken,
}: FileButtonsProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const picker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  /** A large import that is being read, and the share of it that is done. */
  const [reading, setReading] = useState<{ share: number; cancel: () => void } | null>(null);
  const take = async (chosen: readonly File[]): Promise<void> => {
    const [top = '', ...inner] = pathOf(chosen[0]).split('/');
    const isFolder = inner.length > 0;
    const files = isFolder ? chosen.filter(file => isKnown(file) && !isHiddenPath(pathOf(file))) : chosen;
    const name = isFolder || files.length < 2 ? top : formats.list([top, '…']);
    const controller = new AbortController();
    const onProgress = (share: number): void => setReading({ share, cancel: () => controller.abort() });
    const options = { signal: controller.signal, onProgress };
    try {
      const { added, left: unread, leftNames: all = [] } = await accept(await textsOf(files.slice(0, MOST_FILES)), options);
      const leftNames = all.slice(0, MOST_NAMED);
      const left = unread + Math.max(0, files.length - MOST_FILES);
      const names = formats.list(left > leftNames.length ? [...leftNames, '…'] : [...leftNames]);
      if (left > 0 && leftNames.length > 0)
        announce.note({ text: text('query.importedNamed', { added, left, file: name, names }), tone: 'danger' });
      else if (left === 0) announce.note({ text: text('query.historyImported', { count: added }) });
      else announce.note({ text: text('query.importedPart', { added, left, file: name }), tone: 'danger' });
    } catch (error) {
      if (controller.signal.aborted) return;
      const isTooLarge = error instanceof FileTooLargeError;
      const refused = error instanceof TypeError ? error.message : broken;
      const problem = isTooLarge ? text('query.fileTooLarge', { size: formats.bytes(error.limit) }) : refused;
      announce.note({ text: text('query.importRefused', { file: name, problem }), tone: 'danger' });
    } finally {
      setReading(null);
    }
  };
  const isKnown = ({ name }: File): boolean => ['.json', ...types].some(type => name.toLowerCase().endsWith(type));
  return (
    <>
      <Button
        kind="quiet"
        icon="download"
        disabled={disabled}
        onClick={() => void exported().then(file => saveFile(name, 'application/json', [file]))}
      >
        {text('query.historyExport')}
      </Button>
      <Button kind="quiet" icon={reading ? 'close' : 'upload'} onClick={reading ? reading.cancel : () => picker.current?.click()}>
        {text(reading ? 'ui.cancel' : 'query.historyImport')}
      </Button>
      <FilesInput
        ref={picker}
        accept={['.json', 'application/json', ...types].join(',')}
        label={text('query.historyImport')}
        multiple={several}
        onFiles={files => void take(files)}
      />
      {several ? (
        <>
          <Button kind="quiet" icon="upload" disabled={reading !== null} onClick={() => folderPicker.current?.click()}>
            {text('query.folderOpen')}
          </Button>
          <FilesInput ref={folderPicker} folder label={text('query.folderOpen')} onFiles={files => void take(files)} />
        </>
      ) : null}
      {reading ? <ProgressBar share={reading.share === 0 ? null : reading.share} label={text('query.historyImport')} /> : null}
    </>
  );
}

/** The path of a file in the chosen folder, otherwise its name. */
const pathOf = (file: File | undefined): string => file?.webkitRelativePath || (file?.name ?? '');

/**
 * Reads files. Together they have the size limit of one file. Files of a folder are named by their paths. One of several that is not text
 * counts as empty, so that it is reported by name.
 */
async function textsOf(files: readonly File[]): Promise<NamedText[]> {
  if (files.reduce((sum, { size }) => sum + size, 0) > TEXT_FILE_LIMIT) throw new FileTooLargeError(TEXT_FILE_LIMIT);
  const texts: NamedText[] = [];
  for (const file of files) {
    const text = await readTextFile(file).catch((error: unknown) => {
      if (files.length === 1) throw error;
      return '';
    });
    texts.push({ name: pathOf(file), text });
  }
  return texts;
}
