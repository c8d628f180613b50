/** A drawer with the history, the collections and the folder of operations. */
import { type ReactNode, useState } from 'react';
import { queryKept } from '../../../i18n/english/query/queryKept';
import { useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { Drawer } from '../../../ui/frame/Drawer';
import { Tabs } from '../../../ui/frame/Tabs';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { FolderPanel } from '../folder/FolderPanel';
import { CollectionsPanel } from './CollectionsPanel';
import { HistoryPanel } from './HistoryPanel';
import type { QueryContent, QueryTab } from './queryTabs';

/** Props of `HistoryDrawer`. */
export interface HistoryDrawerProps {
  session: Session;
  /** The selected tab, which can be saved. */
  content: QueryTab;
  onOpen: (content: Partial<QueryContent>) => void;
  onClose: () => void;
}

function HistoryDrawer({ session, content, onOpen, onClose }: HistoryDrawerProps): ReactNode {
  const text = useText();
  const [shown, setShown] = useState<'history' | 'collections' | 'files'>('history');
  return (
    <Drawer title={text('query.kept')} onClose={onClose}>
      <Tabs
        label={text('query.kept')}
        selected={shown}
        onSelect={setShown}
        tabs={[
          { id: 'history', label: text('query.history') },
          { id: 'collections', label: text('query.collections') },
          { id: 'files', label: text('query.files') },
        ]}
      >
        {shown === 'history' ? (
          <HistoryPanel session={session} onOpen={onOpen} />
        ) : shown === 'files' ? (
          <FolderPanel session={session} content={content} />
        ) : (
          <CollectionsPanel session={session} content={content} onOpen={onOpen} />
        )}
      </Tabs>
    </Drawer>
  );
}

/** The lazy entry point: loads the messages and icons with the component. */
export default withMessagesAndIcons({ query: queryKept }, HistoryDrawer);
