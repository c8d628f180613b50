/** Copies a text and says so. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { useAnnounce } from '../frame/Announcer';
import { Button, type ButtonKind, IconButton } from '../inputs/Button';

/** Props of `CopyButton`. */
export interface CopyButtonProps {
  /** What is copied; a function is called at the press. */
  value: string | (() => string | Promise<string>);
  /** Words on the button; without them it is an icon. */
  children?: ReactNode;
  /** What is copied, for the icon's name. Default: "Copy". */
  label?: string;
  kind?: ButtonKind;
}

/** The button; its icon is a tick for a moment afterwards. */
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

/** Puts a text on the clipboard; false where the browser does not allow it. */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyByCommand(value);
  }
}

/** The old way, for pages that are not served securely: the clipboard interface is missing there. */
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
