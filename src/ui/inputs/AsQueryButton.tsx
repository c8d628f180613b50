/** "{ } as query": shows the operation that a screen sends, to copy it or to open it in Query. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Dialog } from '../frame/Dialog';
import { CopyButton } from '../text/CopyButton';
import { Icon } from '../text/Icon';
import { Button } from './Button';
import './AsQueryButton.css';

/** Props of `AsQueryButton`. */
export interface AsQueryButtonProps {
  /** Called when the dialog opens. Returns the document, the variables as JSON, and the link to Query. */
  request: () => { query: string; variables: string; href: string };
  disabled?: boolean;
}

/** Renders the button and its dialog. */
export function AsQueryButton({ request, disabled = false }: AsQueryButtonProps): ReactNode {
  const text = useText();
  const [shown, setShown] = useState<ReturnType<typeof request> | null>(null);
  const close = (): void => setShown(null);
  return (
    <>
      <Button kind="quiet" icon="query" disabled={disabled} onClick={() => setShown(request())}>
        <span className="narrow-hidden">{text('ui.asQuery')}</span>
      </Button>
      <Dialog
        open={shown !== null}
        onClose={close}
        title={text('ui.asQueryTitle')}
        size="large"
        footer={
          shown ? (
            <a className="button button-secondary" href={shown.href} onClick={close}>
              <Icon name="query" />
              {text('ui.asQueryOpen')}
            </a>
          ) : null
        }
      >
        {shown ? (
          <>
            <CodePart label={text('ui.asQueryDocument')} code={shown.query} />
            {shown.variables === '{}' || shown.variables === '' ? null : (
              <CodePart label={text('ui.asQueryVariables')} code={shown.variables} />
            )}
          </>
        ) : null}
      </Dialog>
    </>
  );
}

function CodePart({ label, code }: { label: string; code: string }): ReactNode {
  return (
    <section className="as-query-part" aria-label={label}>
      <header className="as-query-head">
        <h3>{label}</h3>
        <CopyButton value={code} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable with the keyboard */}
      <pre className="as-query-code" tabIndex={0}>
        {code}
      </pre>
    </section>
  );
}
