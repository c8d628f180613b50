/** The window in which a connection is made or changed. Nothing is kept before it is saved, and nothing of the form is lost by a mistake. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import { EnvironmentFields } from '../../parts/environments/EnvironmentFields';
import { failureTexts } from '../../parts/FailureState';
import { connectionParamsFor } from '../../session/connections/connectionParams';
import type { ConnectionSettings } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { type Environments, readEnvironments } from '../../session/environments/environments';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';
import { Field, FieldGroup } from '../../ui/inputs/Field';
import { Checkbox, RadioGroup, Select } from '../../ui/inputs/Select';
import { TextArea } from '../../ui/inputs/TextArea';
import { TextInput } from '../../ui/inputs/TextInput';
import {
  type AddressProblem,
  type ConnectionDraft,
  connectionOf,
  draftOf,
  environmentsOfDraft,
  type HeaderProblem,
  problemsWithVariables,
  resolvedConnection,
} from './connectionDraft';
import { HeaderLines } from './HeaderLines';
import { ProbeReport } from './ProbeReport';
import { type EndpointReport, probeEndpoint } from './probeEndpoint';
import { SignInFields } from './SignInFields';

/** Props of `ConnectionEditor`. */
export interface ConnectionEditorProps {
  session: Session;
  connection: ConnectionSettings;
  isNew: boolean;
  /** What was entered before and is to be gone on with. Default: the connection as it is. */
  draft?: ConnectionDraft | undefined;
  /** `token`: undefined leaves what is saved, '' forgets it. */
  onSave: (connection: ConnectionSettings, token: string | undefined, use: boolean, environments: Environments | null) => void;
  /** `draft`: what was entered and is not saved; null when that is nothing. */
  onClose: (draft: ConnectionDraft | null) => void;
}

/** A probe's outcome, and what it was asked of. */
interface Probed {
  report: EndpointReport;
  endpoint: URL;
  hasWebsocket: boolean;
  /** Whether the settings were made to follow it. */
  taken: boolean;
}

/** The form. */
export function ConnectionEditor(props: ConnectionEditorProps): ReactNode {
  const { session, connection, isNew, onSave, onClose } = props;
  const language = useLanguage();
  language.addMessages(failureTexts);
  const { text } = language;
  const [initial] = useState<ConnectionDraft>(() => draftOf(connection, readEnvironments(session.storage, connection.id)));
  const [draft, setDraft] = useState<ConnectionDraft>(props.draft ?? initial);
  const [forget, setForget] = useState(false);
  // How often saving was tried: each time the focus goes to the first thing that stands against it.
  const [tried, setTried] = useState(0);
  const [probing, setProbing] = useState(false);
  const [probed, setProbed] = useState<Probed | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const turn = useRef(0);
  const { pageUrl } = session;
  const problems = problemsWithVariables(draft, connection, pageUrl);
  /** As it would be saved: with its variables replaced. */
  const whole = (): ConnectionSettings => resolvedConnection(draft, connectionOf(draft, connection, pageUrl)).connection;
  const fits = Object.keys(problems).length === 0;
  const shown = tried > 0 ? problems : {};
  const stored = session.connections.tokens(connection).read();
  const leads = fits ? whole() : { httpEndpoint: draft.httpEndpoint.trim(), wsEndpoint: connection.wsEndpoint };
  // The token goes to neither address but its own: saving forgets it then, and a probe is sent without it.
  const moved = leads.httpEndpoint !== connection.httpEndpoint || leads.wsEndpoint !== connection.wsEndpoint;
  const hasToken = !isNew && !moved && stored !== '';
  const put = (change: Partial<ConnectionDraft>): void => setDraft(now => ({ ...now, ...change }));
  /** What the server said holds for what it was asked with. */
  const putAsked = (change: Partial<ConnectionDraft>): void => {
    put(change);
    turn.current += 1;
    setProbing(false);
    setProbed(null);
  };
  useEffect(() => {
    if (tried === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has(.field-error) input');
    wrong?.focus();
  }, [tried]);

  const save = (use: boolean): void => {
    setTried(tried + 1);
    if (!fits) return;
    const token = draft.token.trim();
    const environments = environmentsOfDraft(draft, connectionOf(draft, connection, pageUrl));
    onSave(whole(), forget ? '' : token === '' ? undefined : token, use, environments);
  };

  const probe = async (): Promise<void> => {
    setTried(tried + 1);
    if (!fits) return;
    setProbing(true);
    setProbed(null);
    turn.current += 1;
    const mine = turn.current;
    const asked = whole();
    const token = draft.token.trim() || (hasToken && !forget ? stored : '');
    const report = await probeEndpoint(
      {
        httpEndpoint: asked.httpEndpoint,
        ...(asked.wsEndpoint === undefined ? {} : { wsEndpoint: asked.wsEndpoint }),

        headers: asked.headers,
        uploadHeaders: asked.uploadHeaders,
        connectionParams: connectionParamsFor(asked),
      },
      { storage: { getItem: () => token } },
    );
    if (mine !== turn.current) return;
    const endpoint = new URL(asked.httpEndpoint, pageUrl);
    setProbed({ report, endpoint, hasWebsocket: asked.wsEndpoint !== null, taken: false });
    setProbing(false);
  };

  const takeOver = (found: Probed): void => {
    const { persistedQueries, uploads, websocket } = found.report;
    put({
      ...(persistedQueries.answer === 'unknown' ? {} : { persistedQueries: persistedQueries.answer === 'yes' }),
      ...(uploads.preflight ? { preflight: true } : {}),
      ...(websocket.answer === 'no' ? { websocket: 'none' as const } : {}),
      ...(websocket.protocol ? { subscriptions: websocket.protocol } : {}),
    });
    setProbed({ ...found, taken: true });
  };
  const close = (): void => onClose(JSON.stringify(draft) === JSON.stringify(initial) ? null : draft);
  const addressWords = (problem: AddressProblem, otherwise: string): string =>
    problem === 'password'
      ? text('connections.addressPassword')
      : problem === 'insecure'
        ? text('errors.addressInsecure')
        : otherwise;

  return (
    <Dialog
      open
      keepOpen
      title={text('connections.editTitle', { isNew: String(isNew), name: connection.name })}
      onClose={close}
      onSubmit={() => save(false)}
      footer={
        <>
          <Button onClick={close}>{text('connections.cancel')}</Button>
          <Button onClick={() => save(true)}>{text('connections.saveAndUse')}</Button>
          <Button kind="primary" type="submit">
            {text('connections.save')}
          </Button>
        </>
      }
    >
      <div ref={form} className="connection-form">
        <Field label={text('connections.name')} help={text('connections.nameHelp')}>
          {control => <TextInput {...control} value={draft.name} onChange={name => put({ name })} />}
        </Field>
        <Field
          label={text('connections.httpEndpoint')}
          help={text('connections.httpEndpointHelp')}
          required
          error={shown.httpEndpoint ? addressWords(shown.httpEndpoint, text('connections.httpEndpointBad')) : null}
        >
          {control => (
            <TextInput
              {...control}
              code
              inputMode="url"
              value={draft.httpEndpoint}
              onChange={httpEndpoint => putAsked({ httpEndpoint })}
            />
          )}
        </Field>
        <EnvironmentFields
          chosen={draft.environment}
          list={draft.environments}
          trouble={shown.environments ?? null}
          onChange={({ chosen, list }) => putAsked({ environment: chosen, environments: list })}
        />
        <FieldGroup label={text('connections.websocket')}>
          <RadioGroup<ConnectionDraft['websocket']>
            row
            value={draft.websocket}
            onChange={websocket => putAsked({ websocket })}
            options={[
              { value: 'derived', label: text('connections.wsDerived') },
              { value: 'own', label: text('connections.wsOwn') },
              { value: 'none', label: text('connections.wsNone') },
            ]}
          />
        </FieldGroup>
        {draft.websocket === 'own' ? (
          <Field
            label={text('connections.wsEndpoint')}
            required
            error={shown.wsEndpoint ? addressWords(shown.wsEndpoint, text('connections.wsEndpointBad')) : null}
          >
            {control => (
              <TextInput
                {...control}
                code
                inputMode="url"
                value={draft.wsEndpoint}
                onChange={wsEndpoint => putAsked({ wsEndpoint })}
              />
            )}
          </Field>
        ) : null}
        <Field
          label={text('connections.token')}
          help={text(hasToken ? 'connections.tokenKept' : 'connections.tokenHelp')}
          error={shown.token ? text('connections.tokenBad') : null}
        >
          {control => (
            <TextInput
              {...control}
              code
              type="password"
              autoComplete="new-password"
              disabled={forget}
              value={draft.token}
              onChange={token => putAsked({ token })}
            />
          )}
        </Field>
        <Field label={text('connections.tokenName')} help={text('connections.tokenNameHelp')}>
          {control => <TextInput {...control} value={draft.tokenName} onChange={tokenName => put({ tokenName })} />}
        </Field>
        {hasToken ? <Checkbox label={text('connections.tokenForget')} checked={forget} onChange={setForget} /> : null}
        <FieldGroup
          label={text('connections.headers')}
          help={
            hasToken && draft.headers.some(line => line.name.trim().toLowerCase() === 'authorization')
              ? text('connections.headerReplaced')
              : text('connections.headersWithTokenHelp', { placeholder: '{token}' })
          }
          error={shown.headers ? <HeaderTrouble problem={shown.headers} /> : null}
        >
          <HeaderLines lines={draft.headers} wrong={shown.headers?.header} onChange={headers => putAsked({ headers })} />
        </FieldGroup>
        <Checkbox
          label={text('connections.persistedQueries')}
          help={text('connections.persistedQueriesHelp')}
          checked={draft.persistedQueries}
          onChange={persistedQueries => put({ persistedQueries })}
        />
        <Checkbox
          label={text('connections.readOnly')}
          help={text('connections.readOnlyHelp')}
          checked={draft.readOnly}
          onChange={readOnly => put({ readOnly })}
        />
        <Field label={text('connections.queryMethod')} help={text('connections.queryMethodHelp')}>
          {control => (
            <Select<ConnectionDraft['queryMethod']>
              {...control}
              value={draft.queryMethod}
              onChange={queryMethod => put({ queryMethod })}
              options={[
                { value: 'post', label: 'POST' },
                { value: 'get', label: text('connections.queryMethodGet') },
                { value: 'query', label: 'QUERY' },
              ]}
            />
          )}
        </Field>
        <Checkbox
          label={text('connections.traceparent')}
          help={text('connections.traceparentHelp')}
          checked={draft.traceparent}
          onChange={traceparent => put({ traceparent })}
        />
        <Checkbox
          label={text('connections.preflight')}
          help={text('connections.preflightHelp')}
          checked={draft.preflight}
          onChange={preflight => put({ preflight })}
        />
        <SignInFields draft={draft} shown={shown} put={put} />
        {draft.websocket === 'none' ? null : (
          <Field label={text('connections.protocol')}>
            {control => (
              <Select<ConnectionDraft['subscriptions']>
                {...control}
                value={draft.subscriptions}
                onChange={subscriptions => putAsked({ subscriptions })}
                options={[
                  { value: 'auto', label: text('connections.protocolAuto') },
                  { value: 'websocket', label: 'graphql-transport-ws' },
                  { value: 'legacy-websocket', label: 'subscriptions-transport-ws' },
                  { value: 'sse', label: text('connections.protocolSse') },
                  { value: 'sse-single', label: text('connections.protocolSseSingle') },
                  { value: 'multipart', label: text('connections.protocolMultipart') },
                ]}
              />
            )}
          </Field>
        )}
        {draft.websocket === 'none' ? null : (
          <Field label={text('connections.shape')}>
            {control => (
              <Select<ConnectionDraft['shape']>
                {...control}
                value={draft.shape}
                onChange={shape => put({ shape })}
                options={[
                  { value: 'both', label: text('connections.shapeBoth') },
                  { value: 'authorization', label: text('connections.shapeAuthorization') },
                  { value: 'headers', label: text('connections.shapeHeaders') },
                  { value: 'accessToken', label: text('connections.shapeAccessToken') },
                  { value: 'custom', label: text('connections.shapeCustom') },
                ]}
              />
            )}
          </Field>
        )}
        {draft.websocket !== 'none' && draft.shape === 'custom' ? (
          <Field
            label={text('connections.customParams')}
            help={text('connections.customParamsHelp', { placeholder: '{token}' })}
            error={shown.customParams ? text('connections.customParamsBad', { problem: shown.customParams }) : null}
          >
            {control => (
              <TextArea {...control} code value={draft.customParams} onChange={customParams => put({ customParams })} />
            )}
          </Field>
        ) : null}
        <section className="connection-probe">
          <Button icon="search" busy={probing} onClick={() => void probe()}>
            {text(probing ? 'connections.probing' : 'connections.probe')}
          </Button>
          <p className="field-help">{text('connections.probeHelp')}</p>
          <div aria-live="polite">
            {probed ? (
              <>
                <ProbeReport {...probed} pageUrl={pageUrl} />
                {probed.taken ? (
                  <p className="field-help">{text('connections.takenOver')}</p>
                ) : probed.report.reachable.answer === 'yes' ? (
                  <Button icon="check" onClick={() => takeOver(probed)}>
                    {text('connections.takeOver')}
                  </Button>
                ) : null}
              </>
            ) : null}
          </div>
        </section>
      </div>
    </Dialog>
  );
}

/** What is wrong with the headers, in words. */
function HeaderTrouble({ problem: { what, header } }: { problem: HeaderProblem }): ReactNode {
  const text = useText();
  switch (what) {
    case 'name':
      return text('connections.headerBad', { header });
    case 'twice':
      return text('connections.headerTwice', { header });
    case 'forbidden':
      return text('connections.headerForbidden', { header });
    case 'value':
      return text('connections.headerValueBad', { header });
  }
}
