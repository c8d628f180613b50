/** An editable list of headers, one line each. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Button, IconButton } from '../../ui/inputs/Button';
import { TextInput } from '../../ui/inputs/TextInput';
import { useLineFocus } from '../../ui/inputs/useLineFocus';
import type { HeaderLine } from './connectionDraft';

/** The lines and a button that adds one. Values are shown as passwords, because they may be secrets. */
export function HeaderLines({
  lines,
  wrong,
  onChange,
}: {
  lines: readonly HeaderLine[];
  /** Name of the invalid header; undefined if there is none. */
  wrong: string | undefined;
  onChange: (lines: readonly HeaderLine[]) => void;
}): ReactNode {
  const text = useText();
  const put = (key: number, change: Partial<HeaderLine>): void =>
    onChange(lines.map(line => (line.key === key ? { ...line, ...change } : line)));
  const { box, onAdded, onRemoved } = useLineFocus('.header-line');
  const nextKey = Math.max(-1, ...lines.map(line => line.key)) + 1;
  return (
    <div ref={box} className="header-lines">
      {lines.map(line => (
        <div key={line.key} className="header-line">
          <TextInput
            code
            aria-label={text('connections.headerName')}
            placeholder={text('connections.headerName')}
            aria-invalid={line.name.trim() === wrong || undefined}
            value={line.name}
            onChange={name => put(line.key, { name })}
          />
          <TextInput
            code
            type="password"
            autoComplete="new-password"
            aria-label={text('connections.headerValue')}
            placeholder={text('connections.headerValue')}
            value={line.value}
            onChange={value => put(line.key, { value })}
          />
          <IconButton
            icon="close"
            label={text('connections.headerRemove', { name: line.name })}
            onClick={() => {
              onChange(lines.filter(other => other.key !== line.key));
              onRemoved();
            }}
          />
        </div>
      ))}
      <Button
        kind="quiet"
        icon="plus"
        onClick={() => {
          onChange([...lines, { key: nextKey, name: '', value: '' }]);
          onAdded();
        }}
      >
        {text('connections.headerAdd')}
      </Button>
    </div>
  );
}
