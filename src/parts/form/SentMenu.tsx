/**
 * What is sent for a field that does not have to hold a value: nothing, null, or an empty text are three different things to a server. A
 * person who does not care never has to open it: an empty field sends nothing. What is written of the field is found here, too.
 */

import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft } from '../../schema/forms/formValues';
import { Menu } from '../../ui/frame/Menu';
import type { MenuItem } from '../../ui/frame/menuItem';
import { IconButton } from '../../ui/inputs/Button';
import { Icon } from '../../ui/text/Icon';

/** The menu; nothing where there is nothing to choose. */
export function SentMenu({
  field,
  draft,
  docs,
  onChange,
  disabled,
}: {
  field: FormField;
  draft: Draft;
  /** Address of what is written of it. */
  docs?: string | undefined;
  onChange: (draft: Draft) => void;
  disabled: boolean;
}): ReactNode {
  const text = useText();
  const { control } = field;
  // A required text that is left empty is one that was not filled in.
  const takesEmptyText = control.kind === 'scalar' && TEXTS.has(control.scalar.kind) && !field.required;
  const isEmptyList = Array.isArray(draft) && draft.length === 0;
  const items: MenuItem[] = [];
  if (draft !== undefined && !field.required) items.push({ label: text('form.leaveOut'), onSelect: () => onChange(undefined) });
  if (draft !== null && field.nullable) items.push({ label: text('form.sendNull'), onSelect: () => onChange(null) });
  if (draft !== '' && takesEmptyText) items.push({ label: text('form.sendEmptyText'), onSelect: () => onChange('') });
  if (control.kind === 'list' && !isEmptyList) items.push({ label: text('form.sendEmptyList'), onSelect: () => onChange([]) });
  if (items.length === 0)
    return docs === undefined ? null : (
      <a
        className="button button-quiet button-icon sent-menu"
        href={docs}
        aria-label={text('form.docsOf', { label: field.label })}
        title={text('form.inDocs')}
      >
        <Icon name="docs" />
      </a>
    );
  if (docs !== undefined) items.push({ line: true }, { label: text('form.inDocs'), icon: 'docs', href: docs });
  return (
    <Menu items={items} label={text('form.whatIsSent', { label: field.label })} align="end">
      {trigger => (
        <IconButton
          {...trigger}
          className="sent-menu"
          icon="more"
          label={text('form.whatIsSent', { label: field.label })}
          disabled={disabled}
        />
      )}
    </Menu>
  );
}

const TEXTS = new Set(['text', 'longText']);
