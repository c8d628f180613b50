/** The source of the current connection's schema: the server, or a file if the server refuses introspection. */
import { type ReactNode, useRef, useState } from 'react';
import { useFormats, useLanguage, useText } from '../../i18n/LanguageProvider';
import { failureTexts, failureWords } from '../../parts/FailureState';
import type { Session } from '../../session/connections/session';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';
import type { SchemaState } from '../../session/schema/shownSchema';
import { isNoResponseMessage } from '../../transport/observe/isNoResponseMessage';
import { Button } from '../../ui/inputs/Button';
import { FileInput } from '../../ui/inputs/FileInput';
import { Icon } from '../../ui/text/Icon';
import { StatusDot, type Tone } from '../../ui/text/StatusDot';
import { useReadable } from '../../ui/useReadable';

/** The state of the schema, and a drop zone for a file while the server refuses introspection. */
export function SchemaSource({
  session,
  onFile,
  onExample,
}: {
  session: Session;
  onFile: (file: File) => void;
  onExample: () => void;
}): ReactNode {
  const text = useText();
  const state = useReadable(session.schema);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { tone, words } = useSourceWords(state, session.connection.httpEndpoint);
  const isFile = state.status === 'ready' && state.origin.from === 'file';
  const isRefused = isFile || state.status === 'failed' || (state.status === 'ready' && state.refreshFailure !== null);
  const isBusy = state.status === 'loading' || (state.status === 'ready' && state.refreshing);
  return (
    <div className="schema-source">
      <p className="connection-state" aria-live="polite">
        <StatusDot tone={tone} />
        <span dir="auto">{words}</span>
      </p>
      <div className="connection-actions">
        <Button kind="quiet" icon="refresh" busy={isBusy} onClick={() => void session.schema.refresh()}>
          {text('connections.schemaAsk')}
        </Button>
        {isFile ? (
          <Button kind="quiet" icon="close" onClick={() => void session.schema.forget()}>
            {text('connections.schemaForget')}
          </Button>
        ) : null}
        {state.status === 'ready' && !isExampleAddress(session.connection.httpEndpoint) ? (
          <Button kind="quiet" icon="play" title={text('connections.exampleHelp')} onClick={onExample}>
            {text('connections.example')}
          </Button>
        ) : null}
        {isRefused ? null : <FileButton kind="quiet" picker={picker} />}
      </div>
      {isRefused ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button inside is for the keyboard
        <div
          className={over ? 'schema-drop schema-drop-over' : 'schema-drop'}
          onDragEnter={() => setOver(true)}
          onDragLeave={event => {
            if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
          }}
          // The screen handles the dropped file.
          onDrop={() => setOver(false)}
        >
          <Icon name="file" />
          <span>{text('connections.schemaDrop')}</span>
          <FileButton kind="secondary" picker={picker} />
        </div>
      ) : null}
      <FileInput
        ref={picker}
        accept=".graphql,.graphqls,.gql,.json,application/json,text/plain"
        label={text('connections.schemaChoose')}
        onFile={onFile}
      />
    </div>
  );
}

function FileButton({
  kind,
  picker,
}: {
  kind: 'quiet' | 'secondary';
  picker: { readonly current: HTMLInputElement | null };
}): ReactNode {
  const text = useText();
  return (
    <Button kind={kind} icon="file" onClick={() => picker.current?.click()}>
      {text('connections.schemaChoose')}
    </Button>
  );
}

function useSourceWords(state: SchemaState, endpoint: string): { tone: Tone; words: string } {
  const language = useLanguage();
  language.addMessages(failureTexts);
  const { text } = language;
  const formats = useFormats();
  if (state.status === 'loading') return { tone: 'busy', words: text('connections.schemaLoading') };
  if (state.status === 'failed') {
    const { failure } = state;
    // The response is not from a GraphQL server, so introspection was not refused.
    const isElsewhere = failure.tag === 'network' || failure.tag === 'parse';
    const words = isElsewhere
      ? failureWords(text, failure, endpoint).help
      : text('connections.schemaRefused', { problem: failure.message });
    return { tone: 'danger', words };
  }
  const { origin, refreshFailure, refreshing } = state;
  const time = formats.dateTime(new Date(origin.at));
  if (origin.from === 'file')
    return { tone: 'ok', words: text('connections.schemaFromFile', { file: origin.fileName ?? '', time }) };
  if (refreshFailure)
    return {
      tone: 'warning',
      words: text('connections.schemaRemembered', {
        time,
        problem: isNoResponseMessage(refreshFailure.message)
          ? failureWords(text, refreshFailure, endpoint).title
          : refreshFailure.message,
      }),
    };
  return { tone: refreshing ? 'busy' : 'ok', words: text('connections.schemaFromServer', { time }) };
}
