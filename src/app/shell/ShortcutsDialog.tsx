/** The list of keyboard shortcuts, opened by `?`. */
import type { ReactNode } from 'react';
import { dataViews } from '../../i18n/english/data/dataViews';
import { query } from '../../i18n/english/query/query';
import { queryKept } from '../../i18n/english/query/queryKept';
import { shellMore } from '../../i18n/english/shellMore';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { Dialog } from '../../ui/frame/Dialog';
import { Key } from '../../ui/text/Pill';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { commandKey } from './commandKey';
import './ShortcutsDialog.css';

export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const command = commandKey();
  const groups: { head: string; rows: [string, string[]][] }[] = [
    {
      head: text('shell.shortcutGeneral'),
      rows: [
        [text('shell.shortcutFind'), [command, 'K']],
        [text('shell.shortcutHelp'), ['?']],
        [text('shell.shortcutClose'), ['Esc']],
        [text('shell.shortcutData'), ['G', 'D']],
        [text('shell.shortcutQuery'), ['G', 'Q']],
        [text('shell.shortcutDocs'), ['G', 'O']],
        [text('shell.shortcutWire'), ['G', 'W']],
        [text('shell.shortcutSettings'), ['G', 'S']],
      ],
    },
    {
      head: text('shell.shortcutTable'),
      rows: [
        [text('shell.shortcutMove'), ['←', '→', '↑', '↓']],
        [text('shell.shortcutPage'), ['PgUp', 'PgDn']],
        [text('shell.shortcutEnds', { key: command }), ['Home', 'End']],
        [text('shell.shortcutOpen'), [command, 'Enter']],
        [text('shell.shortcutSelect'), ['Space']],
        [text('shell.shortcutEdit'), ['Enter', 'F2']],
        [text('shell.shortcutClear'), ['Delete']],
        [text('shell.shortcutBlock'), ['Shift', '↑', '↓']],
        [text('shell.shortcutCopy'), [command, 'C', 'V']],
        [text('shell.shortcutFill'), [command, 'D']],
      ],
    },
    {
      head: formats.list([text('data.kindBoard'), text('data.kindCalendar')]),
      rows: [[text('data.moveTo'), [command, '←', '→', '↑', '↓']]],
    },
    {
      head: text('query.title'),
      rows: [
        [text('query.run'), [command, 'Enter']],
        [text('query.editorCompletions'), ['Ctrl', 'Space']],
        [text('query.fill'), [command, 'Alt', 'Enter']],
        [text('query.format'), ['Shift', 'Alt', 'F']],
        [text('query.docs'), ['F12']],
        [text('query.rename'), ['F2']],
        [text('query.editorProblems'), ['F8']],
        [text('query.editorFind'), [command, 'F']],
        [text('query.fileSave', { file: '*.graphql' }), [command, 'S']],
      ],
    },
  ];
  return (
    <Dialog open onClose={onClose} title={text('shell.shortcuts')} size="small" isText>
      {groups.map(group => (
        <section key={group.head} className="shortcuts">
          <h3 className="shortcuts-head">{group.head}</h3>
          <dl>
            {group.rows.map(([what, keys]) => (
              <div key={what} className="shortcuts-row">
                <dt>{what}</dt>
                <dd dir="ltr">
                  {keys.map(key => (
                    <Key key={key}>{key}</Key>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

/** The exported component, with its texts and icons. */
export default withMessagesAndIcons({ data: dataViews, query: { ...query, ...queryKept }, shell: shellMore }, ShortcutsDialog);
