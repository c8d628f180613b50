/** The hidden input behind a button that chooses one file: `ref.current?.click()` opens the browser's dialog. */
import type { ReactNode, RefObject } from 'react';

/** Props of `FileInput`. */
export interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  /** Types and name endings that the dialog offers, as in HTML. */
  accept: string;
  label: string;
  onFile: (file: File) => void;
}

/** The input. */
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
        // So that the same file can be chosen again.
        event.target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
