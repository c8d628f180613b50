/** Small parts that values are shown with: a pill, a tick, a dash for nothing. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Icon } from './Icon';
import type { Tone } from './StatusDot';
import './Pill.css';

/** A short word of a fixed set, quietly framed. `title` is the schema's own name for it. */
export function Pill({ children, tone, title }: { children: ReactNode; tone?: Tone | undefined; title?: string }): ReactNode {
  return (
    <span className={tone ? `pill tone-${tone} pill-tone` : 'pill'} title={title} dir="auto">
      {children}
    </span>
  );
}

/** Yes or no. */
export function Tick({ value }: { value: boolean }): ReactNode {
  const text = useText();
  const word = text(value ? 'ui.yes' : 'ui.no');
  return (
    <span className={value ? 'tick' : 'tick tick-no'} role="img" aria-label={word} title={word}>
      <Icon name={value ? 'check' : 'close'} size={14} />
    </span>
  );
}

/** Nothing: null, or a field that is not there. */
export function Dash(): ReactNode {
  const text = useText();
  return (
    <span className="dash" role="img" aria-label={text('ui.none')}>
      –
    </span>
  );
}

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }): ReactNode {
  return <kbd className="key">{children}</kbd>;
}
