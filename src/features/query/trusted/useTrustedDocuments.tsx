/** The trusted documents of the connection, in the menu of the Query screen: imports a manifest from a file, and removes it. */

import { type ReactNode, useMemo, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { keptDocuments } from '../../../session/connections/keptDocuments';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { MenuItem } from '../../../ui/frame/menu/menuItem';
import { FileInput } from '../../../ui/inputs/FileInput';
import { readTextFile } from '../../../ui/readTextFile';
import { useReadable } from '../../../ui/useReadable';

/** Maximum size of a manifest in bytes. */
const LARGEST_FILE = 8_000_000;

/** Returns the menu items, and the file picker that they open. */
export function useTrustedDocuments(session: Session): { items: MenuItem[]; picker: ReactNode } {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const picker = useRef<HTMLInputElement>(null);
  const documents = useMemo(() => keptDocuments(session.preferences), [session]);
  const count = useReadable(documents)?.ids.size ?? 0;
  const take = async (file: File): Promise<void> => {
    try {
      if (file.size > LARGEST_FILE) throw new Error('The file is too large');
      const { readManifest } = await import(/* webpackChunkName: "query-options" */ './readManifest');
      const manifest = readManifest(await readTextFile(file));
      const added = manifest.documents.ids.size;
      documents.set(manifest.documents);
      if (added === manifest.count) announce.note({ text: text('query.trustedAdded', { count: added }) });
      else announce.note({ text: text('query.trustedPart', { added, count: manifest.count }), tone: 'danger' });
    } catch {
      announce.note({ text: text('query.trustedNone'), tone: 'danger' });
    }
  };
  const items: MenuItem[] = [{ label: text('query.trustedImport'), icon: 'upload', onSelect: () => picker.current?.click() }];
  if (count > 0) {
    items.push({
      label: text('query.trustedRemove', { count: formats.number(count) }),
      icon: 'trash',
      onSelect() {
        documents.set(null);
        announce.note({ text: text('query.trustedRemoved') });
      },
    });
  }
  return {
    items,
    picker: (
      <FileInput
        ref={picker}
        accept=".json,application/json"
        label={text('query.trustedImport')}
        onFile={file => void take(file)}
      />
    ),
  };
}
