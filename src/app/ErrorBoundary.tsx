/** Keeps a screen that threw from taking the frame with it: says so, offers to try again, and begins anew at another address. */
import { Component, type ReactNode } from 'react';
import { useText } from '../i18n/LanguageProvider';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';

interface Props {
  /** When this changes the children are tried again: the address. */
  resetKey: string;
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

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <Failed error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
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
