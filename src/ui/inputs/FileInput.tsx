/** A hidden file input for one file. A button opens the browser's dialog with `ref.current?.click()`. */
import type { ReactNode, RefObject } from 'react';

/** Props of `FileInput`. */
export interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  /** Accepted types and extensions, as in HTML. */
  accept: string;
  label: string;
  onFile: (file: File) => void;
}

export function FileInput({ ref, accept, label, onFile }: FileInputProps): ReactNode {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      aria-label={label}
      onChange={event => {
        const file = event.target.files?.[0];
        // Reset, so that choosing the same file again fires a change event.
        event.target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
