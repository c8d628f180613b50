/** The columns of a feed's table: number and time of an event, then its fields, or the whole event as JSON. */
import { useMemo } from 'react';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import type { EventWindow } from '../../eventRing';
import { columnText, type FeedColumn, jsonLine, secondsText } from '../feedColumns';
import type { LiveTableColumn } from './liveColumn';

/** Returns the columns for the table or the JSON view. */
export function useFeedTable(columns: readonly FeedColumn[], view: 'table' | 'json'): readonly LiveTableColumn[] {
  const text = useText();
  const formats = useFormats();
  return useMemo(() => {
    const received = secondsText(formats);
    const about: LiveTableColumn[] = [
      {
        id: '-number',
        label: text('live.number'),
        numeric: true,
        width: 80,
        text: (sequence, window) => formats.number(window.numberOf(sequence)),
      },
      {
        id: '-received',
        label: text('live.received'),
        numeric: false,
        width: 104,
        text: (sequence, window) => received(window.timeAt(sequence)),
      },
    ];
    if (view === 'json')
      return [
        ...about,
        {
          id: '-json',
          label: text('live.json'),
          numeric: false,
          code: true,
          width: 480,
          text: (sequence: number, window: EventWindow) => jsonLine(window.valueAt(sequence)),
        },
      ];
    const fields = columns.map((column, at) => ({
      id: column.id,
      first: at === 0,
      label: column.label,
      docs: column.docs,
      title: [column.id, column.description].filter(Boolean).join('\n'),
      numeric: column.numeric,
      width: column.width,
      text: columnText(column, formats, text),
    }));
    return [...about, ...fields];
  }, [columns, view, text, formats]);
}
