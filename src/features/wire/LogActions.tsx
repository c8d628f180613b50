/** Actions on the whole log: pause, clear, export, open a file. */
import { type ReactNode, useRef } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/connections/session';
import type { WireLogState } from '../../session/wire/wireLog';
import type { WireEntry } from '../../session/wire/wireLogEntry';
import { WIRE_LIMITS } from '../../session/wire/wireLogLimits';
import { wireOf } from '../../session/wire/wireOf';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Menu } from '../../ui/frame/menu/Menu';
import { Button, IconButton } from '../../ui/inputs/Button';
import { FileInput } from '../../ui/inputs/FileInput';
import { saveHar, saveWireFile } from './wireFiles';

export interface LogActionsProps {
  session: Session;
  /** The rows in view, which are the ones that an export saves. */
  entries: readonly WireEntry[];
  /** True while a saved log is shown: Pause and Clear are hidden. */
  isSaved: boolean;
  state: WireLogState;
  onOpenFile: (file: File) => void;
  onClear: () => void;
}

/** The buttons Pause and Clear, and a menu for files. */
export function LogActions({ session, entries, isSaved, state, onOpenFile, onClear }: LogActionsProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const picker = useRef<HTMLInputElement>(null);
  const { clock } = session;
  const wire = wireOf(session);
  const save = (write: () => void): void => {
    write();
    announce.note({ text: text('wire.exported', { count: entries.length }) });
  };
  const none = entries.length === 0;
  return (
    <>
      {isSaved ? null : (
        <>
          <Button
            icon={state.paused ? 'play' : 'pause'}
            onClick={() => {
              wire.pause(!state.paused);
              announce.say(text(state.paused ? 'wire.recording' : 'wire.paused'));
            }}
          >
            {text(state.paused ? 'wire.resume' : 'wire.pause')}
          </Button>
          <Button icon="trash" onClick={onClear} disabled={state.entries.length === 0}>
            {text('wire.clear')}
          </Button>
        </>
      )}
      <Menu
        align="end"
        items={[
          {
            label: text('wire.exportHar'),
            icon: 'download',
            disabled: none,
            onSelect: () => save(() => saveHar(entries, pageUrl(), clock.now())),
          },
          {
            label: text('wire.exportFile'),
            icon: 'file',
            disabled: none,
            onSelect: () => save(() => saveWireFile(entries, clock.now())),
          },
          { line: true },
          { label: text('wire.openFile'), icon: 'upload', onSelect: () => picker.current?.click() },
          { line: true },
          {
            label: text('wire.keepLarge', { size: formats.bytes(WIRE_LIMITS.body) }),
            checked: state.keepsLarge,
            onSelect: () => wire.keepLarge(!state.keepsLarge),
          },
        ]}
      >
        {trigger => <IconButton icon="more" label={text('wire.more')} kind="secondary" {...trigger} />}
      </Menu>
      <FileInput ref={picker} accept=".json,application/json" label={text('wire.openFile')} onFile={onOpenFile} />
    </>
  );
}

function pageUrl(): string {
  return window.location.origin + window.location.pathname;
}
