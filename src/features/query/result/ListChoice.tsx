/** A select for one of the lists in a result, labelled with its path and length. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { Select } from '../../../ui/inputs/Select';
import type { ListSource } from './listSource';

export function ListChoice({
  lists,
  value,
  onChange,
}: {
  lists: ListSource['lists'];
  value: string;
  onChange: (path: string) => void;
}): ReactNode {
  const text = useText();
  return (
    <Select
      aria-label={text('query.list')}
      className="query-list-choice"
      value={value}
      options={lists.map(({ path, count }) => ({
        value: path,
        label: text('query.listRows', { path: path === '' ? text('query.listRoot') : path, count }),
      }))}
      onChange={onChange}
    />
  );
}
