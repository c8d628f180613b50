/** A list of items, which buttons add, remove and move. All buttons work with the keyboard. */

import { type ReactNode, useRef } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft } from '../../schema/forms/formValues';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Button, IconButton } from '../../ui/inputs/Button';

/** Props of `DraftList`. */
export interface DraftListProps {
  field: FormField;
  item: FormField;
  draft: Draft;
  disabled: boolean;
  onChange: (draft: Draft) => void;
  /** Renders an item. */
  children: (draft: Draft, index: number, field: FormField) => ReactNode;
}

/** Maximum number of rendered items. Longer lists are better edited as JSON. */
const MOST_SHOWN = 200;

export function DraftList({ field, item, draft, disabled, onChange, children }: DraftListProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const items: readonly Draft[] = Array.isArray(draft) ? (draft as readonly Draft[]) : draft === undefined ? [] : [draft];
  const box = useRef<HTMLDivElement>(null);
  /** Keys of the items, so that a moved item keeps its focus and state. */
  const ids = useRef<number[]>([]);
  const nextId = useRef(0);
  while (ids.current.length < items.length) ids.current.push(nextId.current++);
  ids.current.length = items.length;

  const focusLater = (selector: string): void => {
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  const add = (): void => {
    onChange([...items, item.control.kind === 'group' ? {} : undefined]);
    announce.say(text('form.itemAdded', { count: items.length + 1 }));
    focusLater(`[data-item="${items.length}"] :is(input, select, textarea, button)`);
  };
  const remove = (at: number): void => {
    ids.current.splice(at, 1);
    const left = items.filter((_, index) => index !== at);
    onChange(left.length === 0 && !field.required ? undefined : left);
    announce.say(text('form.itemRemoved', { count: left.length }));
    focusLater(left.length === 0 ? '[data-add]' : `[data-item="${Math.min(at, left.length - 1)}"] [data-remove]`);
  };
  const move = (at: number, to: number): void => {
    const next = [...items];
    const [moved] = next.splice(at, 1);
    next.splice(to, 0, moved);
    const [id = 0] = ids.current.splice(at, 1);
    ids.current.splice(to, 0, id);
    onChange(next);
  };
  const nested = item.control.kind === 'group' || item.control.kind === 'oneOf' || item.control.kind === 'list';
  return (
    <div ref={box} className="draft-list">
      {items.length === 0 ? null : (
        <ol className="draft-list-items">
          {items.slice(0, MOST_SHOWN).map((entry, index) => {
            const label = text('form.itemOf', { label: item.label || field.label, number: index + 1 });
            return (
              <li
                key={ids.current[index]}
                data-item={index}
                className={nested ? 'draft-list-item draft-list-nested' : 'draft-list-item'}
              >
                <div className="draft-list-value">{children(entry, index, { ...item, label })}</div>
                <div className="draft-list-tools">
                  <IconButton
                    icon="arrowUp"
                    label={text('form.moveUp', { label })}
                    disabled={disabled || index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    icon="arrowDown"
                    label={text('form.moveDown', { label })}
                    disabled={disabled || index === items.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <IconButton
                    icon="close"
                    data-remove=""
                    label={text('form.removeItem', { label })}
                    disabled={disabled}
                    onClick={() => remove(index)}
                  />
                </div>
              </li>
            );
          })}
        </ol>
      )}
      {items.length > MOST_SHOWN ? <p className="quiet">{text('form.moreItems', { count: items.length - MOST_SHOWN })}</p> : null}
      <div>
        <Button icon="plus" data-add="" disabled={disabled} onClick={add}>
          {text('form.addItem')}
        </Button>
      </div>
    </div>
  );
}
