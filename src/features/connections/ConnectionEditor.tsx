/** The window in which a connection is made or changed. Nothing is kept before it is saved, and nothing of the form is lost by a mistake. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { type ConnectionSettings, connectionParamsFor } from '../../session/connections';
import { type EndpointReport, probeEndpoint } from '../../session/probeEndpoint';
import type { Session } from '../../session/session';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field, FieldGroup } from '../../ui/Field';
import { Checkbox, RadioGroup, Select } from '../../ui/Select';
import { TextArea, TextInput } from '../../ui/TextInput';
import { type ConnectionDraft, connectionOf, draftOf, problemsOf } from './connectionDraft';
import { HeaderLines } from './HeaderLines';
import { ProbeReport } from './ProbeReport';

/** Props of `ConnectionEditor`. */
export interface ConnectionEditorProps {
  session: Session;
  connection: ConnectionSettings;
  isNew: boolean;
  /** `token`: undefined leaves what is saved, '' forgets it. */
  onSave: (connection: ConnectionSettings, token: string | undefined, use: boolean) => void;
  onClose: () => void;
}

/** The form. */
export function ConnectionEditor({ session, connection, isNew, onSave, onClose }: ConnectionEditorProps): ReactNode {
  const text = useText();
  const [draft, setDraft] = useState<ConnectionDraft>(() => draftOf(connection));
  const [forget, setForget] = useState(false);
  const [tried, setTried] = useState(false);
  const [probing, setProbing] = useState(false);
  const [report, setReport] = useState<EndpointReport | null>(null);
  const pageUrl = location.href;
  const problems = problemsOf(draft, pageUrl);
  const fits = Object.keys(problems).length === 0;
  const shown = tried ? problems : {};
  const tokenKey = session.connections.tokenKey(connection);
  const moved = draft.httpEndpoint.trim() !== connection.httpEndpoint;
  const hasToken = !isNew && !moved && Boolean(session.storage.getItem(tokenKey));
  const put = (change: Partial<ConnectionDraft>): void => setDraft(now => ({ ...now, ...change }));

  const save = (use: boolean): void => {
    setTried(true);
    if (!fits) return;
    const token = draft.token.trim();
    onSave(connectionOf(draft, connection, pageUrl), forget ? '' : token === '' ? undefined : token, use);
  };

  const probe = async (): Promise<void> => {
    setTried(true);
    if (!fits) return;
    setProbing(true);
    const asked = connectionOf(draft, connection, pageUrl);
    const token = draft.token.trim() || (hasToken && !forget ? (session.storage.getItem(tokenKey) ?? '') : '');
    const found = await probeEndpoint(
      {
        httpEndpoint: asked.httpEndpoint,
        ...(asked.wsEndpoint === undefined ? {} : { wsEndpoint: asked.wsEndpoint }),
        tokenName: tokenKey,
        headers: asked.headers,
        uploadHeaders: asked.uploadHeaders,
        connectionParams: connectionParamsFor(asked),
      },
      { storage: { getItem: () => token } },
    );
    setReport(found);
    setProbing(false);
  };

  const takeOver = (found: EndpointReport): void =>
    put({
      persistedQueries: found.persistedQueries.answer === 'yes',
      ...(found.uploads.preflight ? { preflight: true } : {}),
      ...(found.websocket.answer === 'no' ? { websocket: 'none' as const } : {}),
    });

  return (
    <Dialog
      open
      keepOpen
      title={text('connections.editTitle', { isNew: String(isNew), name: connection.name })}
      onClose={onClose}
      onSubmit={() => save(false)}
      footer={
        <>
          <Button onClick={onClose}>{text('connections.cancel')}</Button>
          <Button onClick={() => save(true)}>{text('connections.saveAndUse')}</Button>
          <Button kind="primary" type="submit">
            {text('connections.save')}
          </Button>
        </>
      }
    >
      <div className="connection-form">
        <Field label={text('connections.name')} help={text('connections.nameHelp')}>
          {control => <TextInput {...control} value={draft.name} onChange={name => put({ name })} />}
        </Field>
        <Field
          label={text('connections.httpEndpoint')}
          help={text('connections.httpEndpointHelp')}
          required
          error={shown.httpEndpoint ? text('connections.httpEndpointBad') : null}
        >
          {control => (
            <TextInput
              {...control}
              code
              inputMode="url"
              value={draft.httpEndpoint}
              onChange={httpEndpoint => put({ httpEndpoint })}
            />
          )}
        </Field>
        <FieldGroup label={text('connections.websocket')}>
          <RadioGroup<ConnectionDraft['websocket']>
            row
            value={draft.websocket}
            onChange={websocket => put({ websocket })}
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
            error={shown.wsEndpoint ? text('connections.wsEndpointBad') : null}
          >
            {control => (
              <TextInput
                {...control}
                code
                inputMode="url"
                value={draft.wsEndpoint}
                onChange={wsEndpoint => put({ wsEndpoint })}
              />
            )}
          </Field>
        ) : null}
        <Field label={text('connections.token')} help={text(hasToken ? 'connections.tokenKept' : 'connections.tokenHelp')}>
          {control => (
            <TextInput
              {...control}
              code
              type="password"
              autoComplete="new-password"
              disabled={forget}
              value={draft.token}
              onChange={token => put({ token })}
            />
          )}
        </Field>
        {hasToken ? <Checkbox label={text('connections.tokenForget')} checked={forget} onChange={setForget} /> : null}
        <details className="connection-more">
          <summary>{text('connections.headers')}</summary>
          <FieldGroup
            label={text('connections.headers')}
            help={text('connections.headersHelp')}
            error={shown.headers ? text('connections.headerBad') : null}
          >
            <HeaderLines lines={draft.headers} onChange={headers => put({ headers })} />
          </FieldGroup>
        </details>
        <Checkbox
          label={text('connections.persistedQueries')}
          help={text('connections.persistedQueriesHelp')}
          checked={draft.persistedQueries}
          onChange={persistedQueries => put({ persistedQueries })}
        />
        <Checkbox
          label={text('connections.preflight')}
          help={text('connections.preflightHelp')}
          checked={draft.preflight}
          onChange={preflight => put({ preflight })}
        />
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
            {report ? (
              <>
                <ProbeReport report={report} />
                {report.reachable.answer === 'yes' ? (
                  <Button kind="quiet" icon="check" onClick={() => takeOver(report)}>
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
