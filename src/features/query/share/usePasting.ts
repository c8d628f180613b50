/** Opens a pasted request of another tool (cURL, fetch, JSON) in a tab. */
import type { RefObject } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { CodeEditorHandle } from '../editor/CodeEditor';
import type { QueryTabs } from '../tabs/queryTabs';
import { looksCopied } from './looksCopied';
import type { PastedRequest } from './readPasted';

const loadPasting = () => import(/* webpackChunkName: "query-copy" */ './readPasted');

/** Returns a handler for pasted text. It returns false if the text is not a request; the editor then inserts it. */
export function usePasting(tabs: QueryTabs, editor: RefObject<CodeEditorHandle | null>): (pasted: string) => boolean {
  const text = useText();
  const announce = useAnnounce();
  const open = (pasted: PastedRequest | null): boolean => {
    if (!pasted) return false;
    const { missing = [], ...request } = pasted;
    const files = missing.join(', ');
    // Without a document there is nothing to open. The text is inserted where it was pasted.
    if (request.query === undefined) {
      announce.note({ text: text('query.pastedFile', { files }), tone: 'danger' });
      return false;
    }
    tabs.open(request);
    if (missing.length > 0) announce.note({ text: text('query.pastedWithout', { files }), tone: 'danger' });
    else announce.note({ text: text('query.pasted') });
    return true;
  };
  return (pasted: string): boolean => {
    if (!looksCopied(pasted)) return false;
    const view = editor.current?.view();
    void loadPasting()
      .then(({ readPasted }) => open(readPasted(pasted)))
      .catch(() => false)
      .then(isOpened => {
        if (!isOpened) view?.dispatch(view.state.replaceSelection(pasted), { userEvent: 'input.paste', scrollIntoView: true });
      });
    return true;
  };
}
