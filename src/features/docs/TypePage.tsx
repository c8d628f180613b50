/** The page of a type or a directive: kind, members, related types, and definition. */
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { ShowMore } from '../../parts/ShowMore';
import { type DocsUse, docsIndex } from '../../schema/docs/docsIndex';
import { directiveSdl, typeSdl } from '../../schema/docs/sdlText';
import { typeMap } from '../../schema/docs/typeMap';
import { type DirectiveModel, fieldsOf, type SchemaModel, type TypeModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { CopyButton } from '../../ui/text/CopyButton';
import { Markdown } from '../../ui/text/markdown/Markdown';
import { Pill } from '../../ui/text/Pill';
import { SafeLink } from '../../ui/text/SafeLink';
import { useReadable } from '../../ui/useReadable';
import { type Coordinate, coordinateText } from './coordinate';
import { FieldDocs, InputDocs } from './FieldDocs';
import { TypeLink } from './TypeLink';
import { TypeMapView } from './TypeMapView';

/** Labels of the kinds of types. */
const TYPE_KINDS = {
  object: 'docs.kindObject',
  interface: 'docs.kindInterface',
  union: 'docs.kindUnion',
  enum: 'docs.kindEnum',
  input: 'docs.kindInput',
  scalar: 'docs.kindScalar',
} as const satisfies Record<TypeModel['kind'], string>;

/** Returns whether the type has the member and the argument of a coordinate. */
function isInType(type: TypeModel, { member, argument }: Coordinate): boolean {
  if (argument !== undefined)
    return (
      fieldsOf(type)
        .get(member ?? '')
        ?.args.has(argument) ?? false
    );
  if (member === undefined) return true;
  if (type.kind === 'enum') return type.values.some(value => value.name === member);
  return (type.kind === 'input' ? type.inputFields : fieldsOf(type)).has(member);
}

function UnknownNote({ coordinate }: { coordinate: Coordinate }): ReactNode {
  return <p role="note">{useText()('docs.unknown', { name: coordinateText(coordinate) })}</p>;
}

/** The page of a type. `coordinate`: what the address names. */
export function TypePage({
  session,
  model,
  type,
  coordinate,
}: {
  session: Session;
  model: SchemaModel;
  type: TypeModel;
  coordinate: Coordinate;
}): ReactNode {
  const text = useText();
  const { member: field, argument } = coordinate;
  const index = docsIndex(model);
  const fields = [...fieldsOf(type).values()];
  const wide = type.kind === 'object' || type.kind === 'interface' ? type.interfaces : [];
  const possible = type.kind === 'union' ? type.possibleTypes : [];
  return (
    <article className="docs-page">
      <p className="docs-kind">
        <Pill>{text(TYPE_KINDS[type.kind])}</Pill>
      </p>
      {isInType(type, coordinate) ? null : <UnknownNote coordinate={coordinate} />}
      {type.description ? <Markdown>{type.description}</Markdown> : <p className="docs-quiet">{text('docs.noDescription')}</p>}
      {type.kind === 'scalar' && type.specifiedBy ? (
        <p>
          {text('docs.specification')}: <SafeLink address={type.specifiedBy} />
        </p>
      ) : null}
      {type.kind === 'input' && type.isOneOf ? <p>{text('docs.oneOf')}</p> : null}
      <MapSection session={session} model={model} name={type.name} />
      <TypeNames head={text('docs.implements')} names={wide} />
      <TypeNames head={text('docs.implementedBy')} names={type.kind === 'interface' ? index.membersOf(type.name) : []} />
      <TypeNames head={text('docs.possibleTypes')} names={possible} />
      <TypeNames head={text('docs.memberOf')} names={index.unionsWith(type.name)} />
      {fields.length > 0 ? (
        <section>
          <h2>{text('docs.fields')}</h2>
          <dl className="docs-fields">
            {fields.map(({ name, type: fieldType, description, deprecationReason, args }) => (
              <FieldDocs
                key={name}
                name={name}
                type={fieldType}
                description={description}
                deprecationReason={deprecationReason}
                args={args.values()}
                marked={name === field && !args.has(argument ?? '')}
                argument={name === field ? argument : undefined}
              />
            ))}
          </dl>
        </section>
      ) : null}
      {type.kind === 'input' ? (
        <section>
          <h2>{text('docs.fields')}</h2>
          <dl className="docs-fields">
            {[...type.inputFields.values()].map(input => (
              <InputDocs key={input.name} input={input} marked={input.name === field} />
            ))}
          </dl>
        </section>
      ) : null}
      {type.kind === 'enum' ? (
        <section>
          <h2>{text('docs.values')}</h2>
          <dl className="docs-fields">
            {type.values.map(value => (
              <FieldDocs key={value.name} {...value} marked={value.name === field} />
            ))}
          </dl>
        </section>
      ) : null}
      <UsedBy uses={index.usedBy(type.name)} />
      <Sdl sdl={typeSdl(type)} />
    </article>
  );
}

/** The map in a collapsed section, because most users need the fields below it. */
function MapSection({ session, model, name }: { session: Session; model: SchemaModel; name: string }): ReactNode {
  const text = useText();
  const isOpen = useMemo(() => session.preferences.value('docs-map', stored => stored === true), [session]);
  const open = useReadable(isOpen);
  if (typeMap(model, name) === null) return null;
  return (
    <details className="docs-group" open={open} onToggle={event => isOpen.set(event.currentTarget.open)}>
      <summary>{text('docs.map')}</summary>
      {open ? <TypeMapView model={model} name={name} /> : null}
    </details>
  );
}

/** The page of a directive. */
export function DirectivePage({ directive, coordinate }: { directive: DirectiveModel; coordinate: Coordinate }): ReactNode {
  const text = useText();
  const { argument: named } = coordinate;
  return (
    <article className="docs-page">
      <p className="docs-kind">
        <Pill>{text('docs.kindDirective')}</Pill>
      </p>
      {coordinate.member === undefined && (named === undefined || directive.args.has(named)) ? null : (
        <UnknownNote coordinate={coordinate} />
      )}
      {directive.description ? <Markdown>{directive.description}</Markdown> : null}
      {directive.isRepeatable ? <p>{text('docs.repeatable')}</p> : null}
      <p>
        {text('docs.locations')}: <code className="code">{directive.locations.join(', ')}</code>
      </p>
      {directive.args.size > 0 ? (
        <section>
          <h2>{text('docs.arguments')}</h2>
          <dl className="docs-fields">
            {[...directive.args.values()].map(argument => (
              <InputDocs key={argument.name} input={argument} marked={argument.name === named} />
            ))}
          </dl>
        </section>
      ) : null}
      <Sdl sdl={directiveSdl(directive)} />
    </article>
  );
}

/** Number of names shown before "more": an interface such as Node can have hundreds of implementations. */
const NAMES_SHOWN = 40;

function TypeNames({ head, names }: { head: string; names: readonly string[] }): ReactNode {
  if (names.length === 0) return null;
  return (
    <section className="docs-names">
      <h2>{head}</h2>
      <ShowMore items={names} first={NAMES_SHOWN}>
        {shown => (
          <ul>
            {shown.map(name => (
              <li key={name}>
                <a className="code" href={href(['docs', name])}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </section>
  );
}

/** Number of uses shown before "more". */
const USES_SHOWN = 30;

function UsedBy({ uses }: { uses: readonly DocsUse[] }): ReactNode {
  const text = useText();
  if (uses.length === 0) return null;
  return (
    <section>
      <h2>{text('docs.usedBy')}</h2>
      <ShowMore items={uses} first={USES_SHOWN}>
        {shown => (
          <ul className="docs-uses">
            {shown.map(({ holder, field, argument, type }) => (
              <li key={`${holder}.${field}.${argument ?? ''}`} className="code" dir="ltr">
                <a href={href(['docs', holder, field])}>
                  {holder}.{field}
                  {argument === null ? '' : `(${argument})`}
                </a>
                : <TypeLink type={type} />
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </section>
  );
}

function Sdl({ sdl }: { sdl: string }): ReactNode {
  const text = useText();
  return (
    <section>
      <h2 className="docs-sdl-head">
        {text('docs.sdl')} <CopyButton value={sdl} />
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: overflowing text is scrolled with the arrow keys */}
      <pre className="code docs-sdl" dir="ltr" tabIndex={0}>
        {sdl}
      </pre>
    </section>
  );
}
