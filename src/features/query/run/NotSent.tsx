/** Explains why nothing was sent, with a link to the position in the document. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Text } from '../../../i18n/language';
import { Icon } from '../../../ui/text/Icon';
import type { TextPlace } from '../editor/document/documentTools';
import { PlaceLink } from '../result/ResultErrors';
import type { Refusal } from './prepareRun';

/** A line above the variables. */
export function NotSent({ refusal, onPlace }: { refusal: Refusal; onPlace: (place: TextPlace) => void }): ReactNode {
  const text = useText();
  return (
    <p className="query-refusal" role="alert">
      <Icon name="error" />
      <span>
        <strong>{text('query.notSent')}</strong> {refusalWords(text, refusal)}
        {refusal.code === 'unread' && refusal.place ? <PlaceLink place={refusal.place} onPlace={onPlace} /> : null}
      </span>
    </p>
  );
}

/** Returns the translated reason. */
export function refusalWords(text: Text, refusal: Refusal): string {
  switch (refusal.code) {
    case 'none':
      return text('query.noOperation');
    case 'unloaded':
      return text('shell.notAvailableHelp');
    case 'unread':
      return text('query.notRead', { message: refusal.message });
    case 'header':
      return text('query.headerBroken', { name: refusal.name });
    case 'token':
      return text('query.headerToken', { name: refusal.name });
    case 'unset':
      return text('query.variableUnset', { name: refusal.name });
    case 'notJson':
      return text('query.variableNotJson', { name: refusal.name });
    case 'variables':
      return refusal.message === ''
        ? text('query.variablesNoObject', { example: '{"first": 10}' })
        : text('query.variablesBroken', { error: refusal.message });
  }
}
