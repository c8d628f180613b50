/**
 * The menu that chooses what is sent for a field without a value: nothing, null or an empty string, which servers treat differently. By
 * default an empty field is not sent, so most users never need the menu. It also links to the field's documentation.
 */

import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft } from '../../schema/forms/formValues';
import { Menu } from '../../ui/frame/menu/Menu';
import type { MenuItem } from '../../ui/frame/menu/menuItem';
import { IconButton } from '../../ui/inputs/Button';
import { Icon } from '../../ui/text/Icon';

/** Renders the menu; only the link to Docs if there is nothing to choose. */
export function SentMenu({
  field,
  draft,
  docs,
  onChange,
  disabled,
}: {
  field: FormField;
  draft: Draft;
  /** Link to the field's documentation. */
  docs?: string | undefined;
  onChange: (draft: Draft) => void;
  disabled: boolean;
}): ReactNode {
  const text = useText();
  const { control } = field;
  // An empty required text counts as not filled in, so the empty string is not offered.
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
