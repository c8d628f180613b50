/** The Docs screen: the schema as pages with addresses, and a search over all of it. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { docs } from '../../i18n/english/docs';
import { schemaChanges } from '../../i18n/english/schemaChanges';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { FailureState } from '../../parts/FailureState';
import { SchemaWaiting } from '../../parts/SchemaWaiting';
import { type DocsHit, docsSearchSteps, searchDocs } from '../../schema/docs/docsSearch';
import { schemaSdl } from '../../schema/docs/sdlText';
import type { SchemaModel, TypeModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { schemaFailureProps } from '../../session/schema/schemaFailureProps';
import { EmptyState } from '../../ui/frame/EmptyState';
import { type Crumb, ScreenFrame } from '../../ui/frame/ScreenFrame';
import { Tabs } from '../../ui/frame/Tabs';
import { Button } from '../../ui/inputs/Button';
import { SearchInput } from '../../ui/inputs/SearchInput';
import { saveFile } from '../../ui/saveFile';
import { Markdown } from '../../ui/text/markdown/Markdown';
import { Pill } from '../../ui/text/Pill';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { ChangesView } from './ChangesView';
import { type Coordinate, coordinateOf } from './coordinate';
import { DeprecatedList } from './DeprecatedList';
import { directivePath } from './directivePath';
import { SdlView } from './SdlView';
import { DirectivePage, TypePage } from './TypePage';
import './DocsScreen.css';

/** Props of the Docs screen; values from the address are decoded text. */
export interface DocsScreenProps {
  session: Session;
  /** A schema coordinate, or a type name and a field name (coordinate.ts); empty for the first page. */
  path: readonly string[];
}

/** Labels of the kinds of hits. */
const HIT_KINDS = {
  type: 'docs.kindType',
  field: 'docs.kindField',
  inputField: 'docs.kindInputField',
  value: 'docs.kindValue',
  argument: 'docs.kindArgument',
  directive: 'docs.kindDirective',
} as const satisfies Record<DocsHit['kind'], string>;

/** Headings of the groups on the first page. */
const TYPE_GROUPS = [
  ['object', 'docs.objects'],
  ['interface', 'docs.interfaces'],
  ['union', 'docs.unions'],
  ['enum', 'docs.enums'],
  ['input', 'docs.inputs'],
  ['scalar', 'docs.scalars'],
] as const satisfies readonly (readonly [TypeModel['kind'], string])[];

/** Maximum number of hits shown. */
const HITS = 40;
/** Debounce time in ms before the search text is written to the address, because a change of the address re-renders the whole frame. */
const SETTLE_MS = 300;

export function DocsScreen({ session, path }: DocsScreenProps): ReactNode {
  const text = useText();
  const state = useReadable(session.schema);
  const { typed, type, settle } = useTyped(session);
  const coordinate = coordinateOf(path);
  const { name } = coordinate;
  const crumbs: Crumb[] = [{ label: text('docs.title'), ...(name === undefined ? {} : { href: href(['docs']) }) }];
  if (name !== undefined) crumbs.push({ label: name });
  const model = state.status === 'ready' ? state.schema : null;
  useEffect(() => (model ? prepareSearch(session, model) : undefined), [session, model]);
  return (
    <ScreenFrame
      page
      crumbs={crumbs}
      description={name === undefined && !model?.description ? text('docs.about') : null}
      actions={
        model ? (
          <>
            <Button
              icon="refresh"
              busy={state.status === 'ready' && state.refreshing}
              onClick={() => void session.schema.refresh()}
            >
              {text('shell.schemaAgain')}
            </Button>
            <Button
              icon="download"
              onClick={() => saveFile(`${session.connection.name}.graphql`, 'text/plain', [schemaSdl(model)])}
            >
              {text('docs.download')}
            </Button>
          </>
        ) : null
      }
      toolbar={<SearchInput className="docs-search" label={text('docs.search')} value={typed} onChange={type} onBlur={settle} />}
    >
      {state.status === 'ready' && state.refreshFailure ? (
        <FailureState inline {...schemaFailureProps(session, state.refreshFailure)} />
      ) : null}
      {state.status === 'failed' ? (
        <FailureState {...schemaFailureProps(session, state.failure)} />
      ) : model === null ? (
        <SchemaWaiting session={session} lines={12} />
      ) : typed.trim() !== '' ? (
        <Hits model={model} wanted={typed} />
      ) : (
        <Page session={session} model={model} coordinate={coordinate} />
      )}
    </ScreenFrame>
  );
}

/** The search text: `typed` is updated at once, the address after `SETTLE_MS`. `settle` updates the address at once. */
function useTyped(session: Session): { typed: string; type: (text: string) => void; settle: () => void } {
  const { navigation, clock } = session;
  const { path, query } = useReadable(navigation.address);
  const wanted = query.get('q') ?? '';
  const [typed, setTyped] = useState(wanted);
  const pending = useRef<{ text: string; timer: ReturnType<typeof clock.after> } | null>(null);
  const settle = useCallback((): void => {
    const last = pending.current;
    if (!last) return;
    clock.cancel(last.timer);
    pending.current = null;
    navigation.setQuery({ q: last.text === '' ? null : last.text }, { replace: true });
  }, [navigation, clock]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the page resets the search, even if neither address has one
  useEffect(() => {
    if (pending.current) clock.cancel(pending.current.timer);
    pending.current = null;
    setTyped(wanted);
  }, [path, wanted, clock]);
  useEffect(() => () => clock.cancel(pending.current?.timer), [clock]);
  const type = (text: string): void => {
    setTyped(text);
    clock.cancel(pending.current?.timer);
    pending.current = { text, timer: clock.after(SETTLE_MS, settle) };
  };
  return { typed, type, settle };
}

/** Longest time slice in ms for building the search index, so that frames can be rendered in between. */
const SLICE_MS = 6;

/** Builds the search index before the first keystroke, in time slices. Returns a function that stops it. */
function prepareSearch({ clock }: Session, model: SchemaModel): () => void {
  const steps = docsSearchSteps(model);
  let timer: ReturnType<typeof clock.after>;
  const go = (): void => {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) if (steps.next().done) return;
    timer = clock.after(0, go);
  };
  timer = clock.after(0, go);
  return () => clock.cancel(timer);
}

function Page({ session, model, coordinate }: { session: Session; model: SchemaModel; coordinate: Coordinate }): ReactNode {
  const text = useText();
  const { name } = coordinate;
  if (name === undefined) return <WholeSchema session={session} model={model} />;
  const type = model.types.get(name);
  if (type) return <TypePage key={name} session={session} model={model} type={type} coordinate={coordinate} />;
  const directive = name.startsWith('@') ? model.directives.get(name.slice(1)) : undefined;
  if (directive) return <DirectivePage directive={directive} coordinate={coordinate} />;
  return <EmptyState icon="docs" title={text('docs.unknown', { name })} />;
}

const VIEWS = ['types', 'deprecated', 'changes', 'sdl'] as const;
type View = (typeof VIEWS)[number];

/** The first page: the list of types, and other views of the whole schema. */
function WholeSchema({ session, model }: { session: Session; model: SchemaModel }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const viewParameter = useReadable(session.navigation.address).query.get('view');
  const since = useReadable(session.schema.changedSince);
  const view = VIEWS.find(name => name === viewParameter) ?? 'types';
  const go = (next: View): void => session.navigation.setQuery({ view: next === 'types' ? null : next }, { replace: true });
  return (
    <>
      {since !== null && view !== 'changes' ? (
        <div className="docs-notice">
          <p>{text('docs.changed', { date: formats.dateTime(since) })}</p>
          <a href={href(['docs'], { view: 'changes' })}>{text('docs.seeChanges')}</a>
        </div>
      ) : null}
      <Tabs<View>
        label={text('docs.views')}
        selected={view}
        onSelect={go}
        tabs={[
          { id: 'types', label: text('docs.viewTypes') },
          { id: 'deprecated', label: text('docs.viewDeprecated') },
          { id: 'changes', label: text('docs.viewChanges') },
          { id: 'sdl', label: text('docs.viewSdl') },
        ]}
      >
        {view === 'types' ? <Overview model={model} /> : null}
        {view === 'deprecated' ? <DeprecatedList model={model} /> : null}
        {view === 'changes' ? <ChangesView session={session} model={model} /> : null}
        {view === 'sdl' ? <SdlView model={model} /> : null}
      </Tabs>
    </>
  );
}

function Overview({ model }: { model: SchemaModel }): ReactNode {
  const text = useText();
  const roots = [
    [text('docs.query'), model.queryType],
    [text('docs.mutation'), model.mutationType],
    [text('docs.subscription'), model.subscriptionType],
  ] as const;
  const types = [...model.types.values()].filter(type => !type.name.startsWith('__'));
  return (
    <div className="docs-page">
      {model.description ? <Markdown>{model.description}</Markdown> : null}
      <section>
        <h2>{text('docs.starts')}</h2>
        <ul className="docs-roots">
          {roots.map(([what, type]) =>
            type ? (
              <li key={what}>
                {what}: <NameLink path={['docs', type.name]}>{type.name}</NameLink>
              </li>
            ) : null,
          )}
        </ul>
      </section>
      {TYPE_GROUPS.map(([kind, head]) => {
        const members = types.filter(type => type.kind === kind);
        return members.length === 0 ? null : (
          <details key={kind} className="docs-group" open={members.length <= 60}>
            <summary>
              {text(head)} <span className="docs-quiet">{members.length}</span>
            </summary>
            <ul className="docs-type-list">
              {members.map(type => (
                <li key={type.name}>
                  <NameLink path={['docs', type.name]}>{type.name}</NameLink>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
      <details className="docs-group">
        <summary>
          {text('docs.directives')} <span className="docs-quiet">{model.directives.size}</span>
        </summary>
        <ul className="docs-type-list">
          {[...model.directives.keys()].map(name => (
            <li key={name}>
              <NameLink path={directivePath(name)}>@{name}</NameLink>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function NameLink({ path, children }: { path: readonly string[]; children: ReactNode }): ReactNode {
  return (
    <a className="code" dir="ltr" href={href(path)}>
      {children}
    </a>
  );
}

function Hits({ model, wanted }: { model: SchemaModel; wanted: string }): ReactNode {
  const text = useText();
  const hits = useMemo(() => searchDocs(model, wanted, HITS), [model, wanted]);
  return (
    <div className="docs-page">
      <p className="docs-quiet" role="status">
        {text('docs.resultCount', { count: hits.length })}
      </p>
      <ul className="docs-hits" aria-label={text('docs.results')}>
        {hits.map(hit => (
          <li key={`${hit.kind} ${hit.holder.join('.')} ${hit.name}`}>
            <a className="docs-hit" href={href(hitPath(hit))}>
              <code className={hit.deprecated ? 'code docs-deprecated' : 'code'} dir="ltr">
                {hit.kind === 'directive' ? '@' : hit.holder.map(part => `${part}.`).join('')}
                <b>{hit.name}</b>
              </code>
              <Pill>{text(HIT_KINDS[hit.kind])}</Pill>
              <span className="docs-quiet truncate" dir="auto">
                {hit.description?.slice(0, 200)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {hits.length === HITS ? <p className="docs-quiet">{text('docs.more')}</p> : null}
    </div>
  );
}

/** Returns the address of a hit. */
function hitPath({ kind, name, holder }: DocsHit): readonly string[] {
  if (kind === 'directive') return directivePath(name);
  if (kind === 'argument') return ['docs', `${holder.join('.')}(${name}:)`];
  return ['docs', ...holder, name];
}

/** The lazily loaded module's export, with its messages and icons. */
export default withMessagesAndIcons({ docs: { ...docs, ...schemaChanges } }, DocsScreen);
