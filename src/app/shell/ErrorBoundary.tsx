/** An error boundary: shows a message and a retry button in place of children that threw, and resets when the address changes. */
import { Component, type ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { EmptyState } from '../../ui/frame/EmptyState';
import { Button } from '../../ui/inputs/Button';
import { StatusDot } from '../../ui/text/StatusDot';

interface Props {
  /** The address. The children are rendered again when it changes. */
  resetKey: string;
  /** Class of a part of the frame, which only has space for one line. Default: a whole screen. */
  part?: string;
  /** For a dialog, which has no address: called instead of showing a message. */
  onError?: () => void;
  children: ReactNode;
}

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
  // The chunk does not exist any more after a new build was deployed; only a reload helps.
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
