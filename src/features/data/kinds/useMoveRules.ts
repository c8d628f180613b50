/** Decides whether cards of a board or entries of a calendar can be moved, which changes the value of a column. */
import { useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { useRefused } from '../change/useRefused';
import { editableField, updateOf } from '../edit/fields/editableField';
import { editReasons } from '../edit/fields/editReasons';
import type { KindProps } from './kindProps';

/** Why cards cannot be moved, or null; and whether they can be moved to the lane without a value. */
export function useMoveRules({ session, model, rowType, column }: Pick<KindProps, 'session' | 'model' | 'rowType' | 'column'>): {
  reason: string | null;
  isNullable: boolean;
} {
  const text = useText();
  const place = useMemo(() => editableField(model, rowType, column), [model, rowType, column]);
  const refused = useRefused(session, model).get(updateOf(model, rowType)?.action.id ?? '');
  const isNullable = typeof place !== 'string' && place.field.nullable;
  if (refused !== undefined) return { reason: text('data.offerRefused', { reason: refused }), isNullable };
  return { reason: typeof place === 'string' ? text(editReasons[place]) : null, isNullable };
}
