/**
 * Exports the stored items as a file, and imports the items of another file. A notification says what was added and what could not be read.
 */
import { type ReactNode, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Button } from '../../../ui/inputs/Button';
import { FileInput } from '../../../ui/inputs/FileInput';
import { FileTooLargeError, readTextFile } from '../../../ui/readTextFile';
import { saveFile } from '../../../ui/saveFile';

/** Props of `FileButtons`. */
export interface FileButtonsProps {
  /** Name of the exported file. */
  name: string;
  /** True if there is nothing to export. */
  disabled: boolean;
  exported: () => Promise<string>;
  /** Rejects if the file has another format. */
  accept: (text: string, fileName: string) => Promise<{ added: number; left: number; leftNames?: readonly string[] }>;
  /** Accepted file extensions. Default: JSON. */
  types?: string;
  /** The message if `accept` rejects. */
  broken: string;
}

export function FileButtons({ name, disabled, exported, accept, types = '', broken }: FileButtonsProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    try {
      const { added, left, leftNames = [] } = await accept(await readTextFile(file), file.name);
      const names = formats.list(left > leftNames.length ? [...leftNames, '…'] : [...leftNames]);
      if (left > 0 && leftNames.length > 0)
        announce.note({ text: text('query.importedNamed', { added, left, file: file.name, names }), tone: 'danger' });
      else if (left === 0) announce.note({ text: text('query.historyImported', { count: added }) });
      else announce.note({ text: text('query.importedPart', { added, left, file: file.name }), tone: 'danger' });
    } catch (error) {
      const isTooLarge = error instanceof FileTooLargeError;
      const problem = isTooLarge ? text('query.fileTooLarge', { size: formats.bytes(error.limit) }) : broken;
      announce.note({ text: text('query.importRefused', { file: file.name, problem }), tone: 'danger' });
    }
  };
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
      <Button kind="quiet" icon="upload" onClick={() => picker.current?.click()}>
        {text('query.historyImport')}
      </Button>
      <FileInput
        ref={picker}
        accept={`.json,application/json${types}`}
        label={text('query.historyImport')}
        onFile={file => void take(file)}
      />
    </>
  );
}
