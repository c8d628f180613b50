/** Messages for outcomes without a message from the server. */
import { useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { SentWords } from './sendChange';

/** The messages in the user's language. */
export function useSentWords(): SentWords {
  const text = useText();
  return useMemo(
    () => ({
      unknown: text('data.sendUnknown'),
      unproven: text('data.sendUnproven'),
      silent: answer => text('data.sendSilent', { answer }),
      missing: fields => text('data.editMissing', { fields }),
      present: record => text('data.sendPresent', { record }),
    }),
    [text],
  );
}
