/** The groups of fields of a connection's form. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { EnvironmentFields } from '../../parts/environments/EnvironmentFields';
import { Button } from '../../ui/inputs/Button';
import { Field, FieldGroup } from '../../ui/inputs/Field';
import { Checkbox, RadioGroup, Select } from '../../ui/inputs/Select';
import { TextArea } from '../../ui/inputs/TextArea';
import { TextInput } from '../../ui/inputs/TextInput';
import type { AddressProblem, ConnectionDraft, HeaderProblem } from './connectionDraft';
import { HeaderLines } from './HeaderLines';
import { ProbeReport } from './ProbeReport';
import type { ConnectionForm } from './useConnectionForm';

interface Props {
  form: ConnectionForm;
}

/** Name, addresses and environments. */
export function AddressFields({ form }: Props): ReactNode {
  const text = useText();
  const { draft, shown, put, putAsked } = form;
  return (
    <>
      <Field label={text('connections.name')} help={text('connections.nameHelp')}>
        {control => <TextInput {...control} value={draft.name} onChange={name => put({ name })} />}
      </Field>
      <Field
        label={text('connections.httpEndpoint')}
        help={text('connections.httpEndpointHelp')}
        required
        error={
          shown.httpEndpoint ? (
            <AddressTrouble problem={shown.httpEndpoint} otherwise={text('connections.httpEndpointBad')} />
          ) : null
        }
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
          error={
            shown.wsEndpoint ? <AddressTrouble problem={shown.wsEndpoint} otherwise={text('connections.wsEndpointBad')} /> : null
          }
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
    </>
  );
}

/** The token and its name. */
export function TokenFields({ form }: Props): ReactNode {
  const text = useText();
  const { draft, shown, put, putAsked, hasToken, forget, setForget } = form;
  return (
    <>
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
    </>
  );
}

/** Headers and options of requests, and how queries are sent. */
export function RequestFields({ form }: Props): ReactNode {
  const text = useText();
  const { draft, shown, put, putAsked, hasToken } = form;
  return (
    <>
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
    </>
  );
}

/** The protocol of subscriptions and the shape of the connection's first message. */
export function SubscriptionFields({ form }: Props): ReactNode {
  const text = useText();
  const { draft, shown, put, putAsked } = form;
  if (draft.websocket === 'none') return null;
  return (
    <>
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
              { value: 'appsync-websocket', label: 'AWS AppSync' },
              { value: 'sse', label: text('connections.protocolSse') },
              { value: 'sse-single', label: text('connections.protocolSseSingle') },
              { value: 'multipart', label: text('connections.protocolMultipart') },
            ]}
          />
        )}
      </Field>
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
      {draft.shape === 'custom' ? (
        <Field
          label={text('connections.customParams')}
          help={text('connections.customParamsHelp', { placeholder: '{token}' })}
          error={shown.customParams ? text('connections.customParamsBad', { problem: shown.customParams }) : null}
        >
          {control => <TextArea {...control} code value={draft.customParams} onChange={customParams => put({ customParams })} />}
        </Field>
      ) : null}
    </>
  );
}

/** The button that probes the server, and the report. */
export function ProbeFields({ form, pageUrl }: Props & { pageUrl: string }): ReactNode {
  const text = useText();
  const { isProbing, probed, probe, takeOver } = form;
  return (
    <section className="connection-probe">
      <Button icon="search" busy={isProbing} onClick={() => void probe()}>
        {text(isProbing ? 'connections.probing' : 'connections.probe')}
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
  );
}

/** The text of an address problem. */
function AddressTrouble({ problem, otherwise }: { problem: AddressProblem; otherwise: string }): ReactNode {
  const text = useText();
  if (problem === 'password') return text('connections.addressPassword');
  return problem === 'insecure' ? text('errors.addressInsecure') : otherwise;
}

/** The text of a header problem. */
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
