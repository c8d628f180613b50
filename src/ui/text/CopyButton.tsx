/** A button that copies a text to the clipboard and announces it. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { useAnnounce } from '../frame/Announcer';
import { Button, type ButtonKind, IconButton } from '../inputs/Button';

/** Props of `CopyButton`. */
export interface CopyButtonProps {
  /** The text to copy; a function is called on click. */
  value: string | (() => string | Promise<string>);
  /** Label of the button. Default: an icon only. */
  children?: ReactNode;
  /** Accessible name of an icon button. Default: "Copy". */
  label?: string;
  kind?: ButtonKind;
}

/** After copying, the icon is a check mark for 1.5 seconds. */
export function CopyButton({ value, children, label, kind = 'quiet' }: CopyButtonProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (await copyText(typeof value === 'function' ? await value() : value)) {
      setCopied(true);
      announce.say(text('ui.copied'));
      setTimeout(() => setCopied(false), 1500);
    } else {
      announce.note({ text: text('ui.copyFailed'), tone: 'danger' });
    }
  };
  const icon = copied ? 'check' : 'copy';
  if (!children) return <IconButton icon={icon} label={label ?? text('ui.copy')} kind={kind} onClick={() => void copy()} />;
  return (
    <Button icon={icon} kind={kind} onClick={() => void copy()}>
      {children}
    </Button>
  );
}

/** Copies a text to the clipboard; resolves to false if the browser does not allow it. */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyByCommand(value);
  }
}

/** Fallback with `execCommand` for insecure contexts, which have no Clipboard API. */
function copyByCommand(value: string): boolean {
  const area = document.createElement('textarea');
  area.value = value;
  area.className = 'visually-hidden';
  document.body.append(area);
  const before = document.activeElement;
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
