/** The dialog for editing the presentation of an API. The result is stored for the connection in this browser. */
import { type ReactNode, useRef, useState } from 'react';
import { customise } from '../../i18n/english/data/customise';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import { LARGEST_PRESENTATION, type Presentation, plainPresentation, readPresentation } from '../../lib/page/presentation';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { unknownNames } from '../../schema/presentation/unknownNames';
import type { Session } from '../../session/connections/session';
import { presentationOf } from '../../session/presentation/presentationOf';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';
import { FileInput } from '../../ui/inputs/FileInput';
import { readTextFile } from '../../ui/readTextFile';
import { saveFile } from '../../ui/saveFile';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { CustomiseFields } from './CustomiseFields';
import { CustomiseOffer } from './CustomiseOffer';
import type { Subject } from './subject';
import './customise.css';

/** Props of `CustomiseDialog`. */
export interface CustomiseDialogProps {
  session: Session;
  model: SchemaModel;
  subject: Subject;
  name: string;
  /** The state of the collection's screen, which can become its default view. */
  view?: URLSearchParams | undefined;
  onClose: () => void;
  /** Opens the dialog again, with the input that was not saved. */
  onReopen: () => void;
}

const UNKNOWN_SHOWN = 10;

function CustomiseDialog({ session, model, subject, name, view, onClose, onReopen }: CustomiseDialogProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const { tag } = useLanguage();
  const presented = presentationOf(session);
  const unsaved = unsavedOf(session);
  const [draft, setDraft] = useState(() => unsaved.draft ?? presented.shown.get());
  const [problem, setProblem] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const language = new Intl.DisplayNames([tag], { type: 'language' }).of(tag.startsWith('en-X') ? 'en' : tag) ?? tag;

  const close = (): void => {
    unsaved.draft = null;
    onClose();
  };
  const drop = (): void => {
    close();
    if (isSame(draft, presented.shown.get())) return;
    const reopen = (): void => {
      unsaved.draft = draft;
      onReopen();
    };
    announce.note({ text: text('customise.dropped'), action: { label: text('customise.undo'), onSelect: reopen } });
  };
  /** Closes the dialog; null returns to the configured presentation. Undo puts the one in use back. */
  const keep = (next: Presentation | null, note: string): void => {
    const before = presented.isOwn() ? presented.shown.get() : null;
    presented.keep(next);
    announce.note({ text: note, action: { label: text('customise.undo'), onSelect: () => presented.keep(before) } });
    close();
  };
  const take = async (file: File): Promise<void> => {
    try {
      if (file.size > LARGEST_PRESENTATION * 2) throw new TypeError(`${file.size} bytes`);
      const read = readPresentation(JSON.parse(await readTextFile(file)));
      const unknown = unknownNames(model, read).slice(0, UNKNOWN_SHOWN);
      const words = [
        text('customise.imported'),
        unknown.length === 0 ? '' : text('customise.unknown', { names: unknown.join(', ') }),
      ];
      keep(read, words.filter(Boolean).join('. '));
    } catch (error) {
      setProblem(text('customise.wrong', { reason: (error as Error).message }));
    }
  };
  return (
    <Dialog
      open
      keepOpen
      size="large"
      title={text('customise.title', { name })}
      onClose={drop}
      onSubmit={() => keep(draft, text('customise.saved'))}
      footer={
        <>
          <Button
            kind="quiet"
            icon="download"
            onClick={() =>
              saveFile('presentation.json', 'application/json', [`${JSON.stringify(plainPresentation(draft), null, 2)}\n`])
            }
          >
            <span className="narrow-hidden">{text('customise.exportFile')}</span>
          </Button>
          <Button kind="quiet" icon="upload" onClick={() => picker.current?.click()}>
            <span className="narrow-hidden">{text('customise.importFile')}</span>
          </Button>
          {presented.isOwn() ? (
            <Button kind="quiet" icon="undo" onClick={() => keep(null, text('customise.resetDone'))}>
              <span className="narrow-hidden">{text('customise.reset')}</span>
            </Button>
          ) : null}
          <Button onClick={drop}>{text('ui.cancel')}</Button>
          <Button kind="primary" type="submit">
            {text('customise.save')}
          </Button>
        </>
      }
    >
      <p className="quiet">{text('customise.help', { language })}</p>
      {problem === null ? null : (
        <p role="alert" className="customise-problem">
          {problem}
        </p>
      )}
      <CustomiseOffer draft={draft} subject={subject} name={name} tag={tag} view={view} onChange={setDraft} />
      {subject.typeName === null ? null : (
        <CustomiseFields model={model} typeName={subject.typeName} draft={draft} tag={tag} onChange={setDraft} />
      )}
      <FileInput
        ref={picker}
        accept="application/json,.json"
        label={text('customise.importFile')}
        onFile={file => void take(file)}
      />
    </Dialog>
  );
}

/** Input that was not saved, while the dialog opens again with it. */
const unsavedOf = (session: Session): { draft: Presentation | null; dispose(): void } =>
  session.part('unsaved presentation', () => ({ draft: null, dispose() {} }));

const isSame = (one: Presentation, other: Presentation): boolean =>
  JSON.stringify(plainPresentation(one)) === JSON.stringify(plainPresentation(other));

/** The chunk's export: with its messages and icons. */
export default withMessagesAndIcons({ customise }, CustomiseDialog);
