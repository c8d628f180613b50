/** A hidden file input for several files, or for all files of a folder. A button opens the browser's dialog with `ref.current?.click()`. */
import type { ReactNode, RefObject } from 'react';

/** Props of `FilesInput`. */
export interface FilesInputProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  /** Accepted types and extensions, as in HTML. Default: all. */
  accept?: string;
  /** Only folders can be chosen. */
  folder?: boolean;
  /** Default: true. */
  multiple?: boolean;
  /** Called with at least one file. */
  onFiles: (files: readonly File[]) => void;
}

export function FilesInput({ ref, label, accept, folder = false, multiple = true, onFiles }: FilesInputProps): ReactNode {
  return (
    <input
      ref={element => {
        ref.current = element;
        // React has no such property. It makes the browser offer folders.
        if (folder) element?.setAttribute('webkitdirectory', '');
      }}
      type="file"
      multiple={multiple}
      hidden
      accept={accept}
      aria-label={label}
      onChange={event => {
        const files = [...(event.target.files ?? [])];
        // Reset, so that choosing the same files again fires a change event.
        event.target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
