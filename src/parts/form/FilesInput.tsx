/** A control for files: they are dropped, pasted or picked, and listed with name, size and a thumbnail for images. */

import { type ClipboardEvent, type DragEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { Draft } from '../../schema/forms/formValues';
import { ProgressBar } from '../../ui/frame/ProgressBar';
import { Button, IconButton } from '../../ui/inputs/Button';
import { Icon } from '../../ui/text/Icon';
import { isFile } from './formDraft';
import { nameOfFile, SentFilesContext } from './upload/sentFiles';
import './FilesInput.css';

/** Props of `FilesInput`. */
export interface FilesInputProps {
  /** A file, a list of files, or undefined. */
  draft: Draft;
  /** Accessible name of the file input. */
  label: string;
  disabled: boolean;
  /** Accept several files; the draft is then a list. Default false. */
  multiple?: boolean;
  /** Types and extensions that the picker offers, as in HTML. Default: all. */
  accept?: string;
  onChange: (draft: Draft) => void;
}

/** Renders the drop zone and the chosen files. */
export function FilesInput({ draft, label, disabled, multiple = false, accept, onChange }: FilesInputProps): ReactNode {
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const files: readonly Blob[] = (Array.isArray(draft) ? (draft as readonly Draft[]) : [draft]).filter(isFile);
  const count = multiple ? 2 : 1;
  const note = useId();
  const sent = useContext(SentFilesContext);
  const canStop = sent.stop !== null && files.some(file => sent.shares.has(file));

  const take = (list: FileList | null | undefined): void => {
    const taken = [...(list ?? [])];
    if (taken.length === 0 || disabled) return;
    onChange(multiple ? [...files, ...taken] : taken[0]);
  };
  const remove = (at: number): void => {
    const left = files.filter((_, index) => index !== at);
    onChange(multiple && left.length > 0 ? left : undefined);
    // The focused button has been removed.
    requestAnimationFrame(() => zone.current?.querySelector('button')?.focus());
  };
  const isDrop = (event: DragEvent): boolean => !disabled && event.dataTransfer.types.includes('Files');
  return (
    <div className="files-input">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the keyboard there is the button inside */}
      <div
        ref={zone}
        className={`files-zone${over ? ' files-zone-over' : ''}${disabled ? ' files-zone-disabled' : ''}`}
        onDragOver={event => {
          if (!isDrop(event)) return;
          event.preventDefault();
          event.dataTransfer.dropEffect = 'copy';
          setOver(true);
        }}
        onDragLeave={event => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={event => {
          if (!isDrop(event)) return;
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
        onPaste={(event: ClipboardEvent) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          take(event.clipboardData.files);
        }}
      >
        <Icon name="upload" />
        <span>{text('ui.dropFiles', { count })}</span>
        <Button disabled={disabled} onClick={() => picker.current?.click()}>
          {text('ui.chooseFiles', { count })}
        </Button>
        <input
          ref={picker}
          type="file"
          className="visually-hidden"
          aria-label={label}
          tabIndex={-1}
          multiple={multiple}
          accept={accept}
          disabled={disabled}
          onChange={event => {
            take(event.target.files);
            // Without this, choosing the same file again fires no change event.
            event.target.value = '';
          }}
        />
      </div>
      {files.length > 0 ? (
        <ul className="files-list" aria-label={text('ui.chosenFiles')}>
          {files.map((file, at) => (
            <ChosenFile
              // Files have no id but their index: two files can have the same name.
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={at}
              file={file}
              note={note}
              disabled={disabled}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      ) : null}
      {canStop ? (
        <p id={note} className="quiet">
          {text('ui.stopsAll')}
        </p>
      ) : null}
    </div>
  );
}

/** Larger images get no thumbnail. */
const PREVIEW_BYTES = 20_000_000;
/** Image types that are safe to show: an image element runs no scripts, not even those of an SVG. */
const PICTURE = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

function ChosenFile({
  file,
  note,
  disabled,
  onRemove,
}: {
  file: Blob;
  /** Id of the text that says what stopping does. */
  note: string;
  disabled: boolean;
  onRemove: () => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const name = nameOfFile(file);
  const { shares, stop } = useContext(SentFilesContext);
  const share = shares.get(file);
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    if (!PICTURE.test(file.type) || file.size > PREVIEW_BYTES || typeof URL.createObjectURL !== 'function') return;
    const address = URL.createObjectURL(file);
    setPicture(address);
    return () => {
      setPicture(null);
      URL.revokeObjectURL(address);
    };
  }, [file]);
  return (
    <li className="files-entry">
      {picture ? (
        <img className="files-picture" src={picture} alt="" onError={() => setPicture(null)} />
      ) : (
        <span className="files-picture">
          <Icon name="file" />
        </span>
      )}
      <span className="files-name" dir="auto" title={name}>
        {name}
      </span>
      {share === undefined ? null : (
        <span className="files-share">
          <ProgressBar share={share} label={name} />
        </span>
      )}
      <span className="files-size numeric">{share === undefined ? formats.bytes(file.size) : formats.percent(share)}</span>
      {share === undefined || stop === null ? (
        <IconButton icon="close" label={text('ui.removeFile', { name })} disabled={disabled} onClick={onRemove} />
      ) : (
        <IconButton icon="close" label={text('ui.stopFile', { name })} aria-describedby={note} onClick={() => stop(file)} />
      )}
    </li>
  );
}
