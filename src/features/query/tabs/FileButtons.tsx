/** Saves what is kept as a file, and takes in a file of somebody else: what it brought and what could not be read is told. */
import { type ReactNode, useRef } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Button } from '../../../ui/inputs/Button';
import { saveFile } from '../../../ui/saveFile';

/** Props of the buttons. */
export interface FileButtonsProps {
  /** Of the file that is saved. */
  name: string;
  /** There is nothing to save. */
  disabled: boolean;
  exported: () => Promise<string>;
  /** Rejects when the file is none of the kind. */
  accept: (text: string) => Promise<{ added: number; left: number }>;
  /** Said then. */
  broken: string;
}

/** The two buttons. */
export function FileButtons({ name, disabled, exported, accept, broken }: FileButtonsProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    try {
      const { added, left } = await accept(await file.text());
      if (left === 0) announce.note({ text: text('query.historyImported', { count: added }) });
      else announce.note({ text: text('query.importedPart', { added, left, file: file.name }), tone: 'danger' });
    } catch {
      announce.note({ text: text('query.importRefused', { file: file.name, problem: broken }), tone: 'danger' });
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
      <input
        ref={picker}
        type="file"
        accept=".json,.agc,application/json"
        aria-label={text('query.historyImport')}
        hidden
        onChange={event => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
    </>
  );
}
