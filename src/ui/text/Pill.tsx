/** Small elements that display values: pill, check mark, dash, keyboard key. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Icon } from './Icon';
import type { Tone } from './StatusDot';
import './Pill.css';

/** Props of `Pill`. */
export interface PillProps {
  children: ReactNode;
  tone?: Tone | undefined;
  /** The colour of a dot before the label, from 0 to 7, if there is no tone. Default: no dot. */
  hue?: number | undefined;
  /** The name of the label in the schema. */
  title?: string | undefined;
}

/** A short label from a fixed set, such as an enum value. */
export function Pill({ children, tone, hue, title }: PillProps): ReactNode {
  const colour = tone ? ` tone-${tone} pill-tone` : hue === undefined ? '' : ` pill-hue hue-${hue}`;
  return (
    <span className={`pill${colour}`} title={title} dir="auto">
      {children}
    </span>
  );
}

/** A boolean as a check mark or a cross. */
export function Tick({ value }: { value: boolean }): ReactNode {
  const text = useText();
  const word = text(value ? 'ui.yes' : 'ui.no');
  return (
    <span className={value ? 'tick' : 'tick tick-no'} role="img" aria-label={word} title={word}>
      <Icon name={value ? 'check' : 'close'} size={14} />
    </span>
  );
}

/** A dash for null or a missing field. */
export function Dash(): ReactNode {
  const text = useText();
  return (
    <span className="dash" role="img" aria-label={text('ui.none')}>
      –
    </span>
  );
}

/** A keyboard key. */
export function Key({ children }: { children: ReactNode }): ReactNode {
  return <kbd className="key">{children}</kbd>;
}
