/** "{ } as query": what a screen sends, ready to be copied or to be opened where it can be changed. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Dialog } from '../frame/Dialog';
import { CopyButton } from '../text/CopyButton';
import { Icon } from '../text/Icon';
import { Button } from './Button';
import './AsQueryButton.css';

/** Props of `AsQueryButton`. */
export interface AsQueryButtonProps {
  /** Made when the window is opened: the text that is sent, its variables as JSON, and where it can be changed. */
  request: () => { query: string; variables: string; href: string };
  disabled?: boolean;
}

/** The button and its window. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre className="as-query-code" tabIndex={0}>
        {code}
      </pre>
    </section>
  );
}
