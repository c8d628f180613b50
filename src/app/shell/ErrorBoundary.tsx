/** Keeps what threw from taking the page with it: says so in its place, offers to try again, and begins anew at another address. */
import { Component, type ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { EmptyState } from '../../ui/frame/EmptyState';
import { Button } from '../../ui/inputs/Button';
import { StatusDot } from '../../ui/text/StatusDot';

interface Props {
  /** When this changes the children are tried again: the address. */
  resetKey: string;
  /** The class of a part of the frame, in whose place there is only one line. Default: a whole screen. */
  part?: string;
  /** For a window over the screen: it has no address, and is named by this instead. */
  onError?: () => void;
  children: ReactNode;
}

/** See the head of the file. */
export class ErrorBoundary extends Component<Props, { error: unknown; at: string }> {
  override state = { error: null as unknown, at: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('unknown') };
  }

  static getDerivedStateFromProps(props: Props, state: { error: unknown; at: string }): { error: unknown; at: string } | null {
    return props.resetKey === state.at ? null : { error: null, at: props.resetKey };
  }

  override componentDidCatch(): void {
    this.props.onError?.();
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { part, onError, children } = this.props;
    if (error === null) return children;
    if (onError) return null;
    const onRetry = (): void => this.setState({ error: null });
    return part === undefined ? <Failed error={error} onRetry={onRetry} /> : <FailedPart className={part} onRetry={onRetry} />;
  }
}

function FailedPart({ className, onRetry }: { className: string; onRetry: () => void }): ReactNode {
  const text = useText();
  return (
    <div className={className} role="alert">
      <p>
        <StatusDot tone="danger" /> {text('shell.notAvailable')}
      </p>
      <Button icon="refresh" onClick={onRetry}>
        {text('errors.retry')}
      </Button>
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const text = useText();
  const message = error instanceof Error ? error.message : String(error);
  // A chunk that is gone after a new build of Oriel was put up: only a reload helps.
  const missing = error instanceof Error && error.name === 'ChunkLoadError';
  return (
    <EmptyState
      page
      icon="error"
      title={missing ? text('shell.notAvailable') : text('errors.screen')}
      help={missing ? text('shell.notAvailableHelp') : <ErrorWords help={text('errors.screenHelp')} message={message} />}
      actions={
        missing ? (
          <Button kind="primary" icon="refresh" onClick={() => window.location.reload()}>
            {text('shell.reload')}
          </Button>
        ) : (
          <Button kind="primary" icon="refresh" onClick={onRetry}>
            {text('errors.retry')}
          </Button>
        )
      }
    />
  );
}

function ErrorWords({ help, message }: { help: string; message: string }): ReactNode {
  return (
    <>
      <p>{help}</p>
      <p className="code" dir="auto">
        {message.slice(0, 500)}
      </p>
    </>
  );
}
