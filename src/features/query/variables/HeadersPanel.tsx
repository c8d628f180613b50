/** The headers of a tab, one per line. Values can be secrets, so they are hidden unless they are being edited. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { isSecretHeader } from '../../../transport/secrets/isSecretName';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { TextInput } from '../../../ui/inputs/TextInput';
import { useLineFocus } from '../../../ui/inputs/useLineFocus';
import type { QueryHeader } from '../tabs/queryTabs';

export function HeadersPanel({
  headers,
  signedIn,
  onChange,
}: {
  headers: readonly QueryHeader[];
  signedIn: boolean;
  onChange: (headers: readonly QueryHeader[]) => void;
}): ReactNode {
  const text = useText();
  const { box, onAdded, onRemoved } = useLineFocus('.query-header');
  const put = (at: number, change: Partial<QueryHeader>): void =>
    onChange(headers.map((header, place) => (place === at ? { ...header, ...change } : header)));
  return (
    <div ref={box} className="query-headers">
      {headers.map((header, at) => (
        // Headers have no identity other than their position.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div key={at} className="query-header">
          <TextInput code aria-label={text('query.headerName')} value={header.name} onChange={name => put(at, { name })} />
          <TextInput
            code
            type={isSecretHeader(header.name) ? 'password' : 'text'}
            autoComplete="new-password"
            aria-label={text('query.headerValue')}
            value={header.value}
            onChange={value => put(at, { value })}
          />
          <IconButton
            icon="close"
            label={text('query.headerRemove', { name: header.name })}
            onClick={() => {
              onChange(headers.filter((_, place) => place !== at));
              onRemoved();
            }}
          />
        </div>
      ))}
      <div>
        <Button
          icon="plus"
          kind="quiet"
          onClick={() => {
            onChange([...headers, { name: '', value: '' }]);
            onAdded();
          }}
        >
          {text('query.headerAdd')}
        </Button>
      </div>
      <p className="quiet">{text('query.headersHelp')}</p>
      <p className="quiet">
        {signedIn ? `${text('query.headersToken')} ` : ''}
        {text('query.headersSocket')}
      </p>
    </div>
  );
}
