/** The rail's groups below the collections: single records, lookups, system tables, Actions and Live. */
import { type ReactNode, useMemo } from 'react';
import { shellMore } from '../../i18n/english/shellMore';
import { useText } from '../../i18n/LanguageProvider';
import { findCollections } from '../../schema/collections/collections';
import { findFeeds } from '../../schema/collections/feeds';
import { findLookups, isAboutPermissions, isSingle } from '../../schema/collections/lookups';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { findActions } from '../../schema/mutations/actions';
import type { Session } from '../../session/connections/session';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { RailGroup } from './RailGroup';

/** The groups; empty ones are left out. */
export function RailOffers({ schema, session, path }: { schema: SchemaModel; session: Session; path: string }): ReactNode {
  const text = useText();
  const lookups = useMemo(
    () => findLookups(schema).filter(lookup => lookup.gives === 'record' && !isAboutPermissions(schema, lookup)),
    [schema],
  );
  // Single records are listed like tables. Lookups that need arguments are in a separate group.
  const singles = useMemo(() => lookups.filter(lookup => isSingle(schema, lookup)), [schema, lookups]);
  const lookupsWithArguments = useMemo(() => {
    const listed = new Set(findCollections(schema).map(collection => collection.rowType));
    return lookups.filter(lookup => !isSingle(schema, lookup) && !(listed.has(lookup.typeName) && lookup.field.args.size === 1));
  }, [schema, lookups]);
  const system = useMemo(
    () => findCollections(schema).filter(collection => collection.isSystem && collection.alternateOf === null),
    [schema],
  );
  const group = { path, session };
  return (
    <>
      <RailGroup {...group} name={text('shell.singles')} icon="table" area="data" offers={singles} id="singles" />
      <RailGroup
        {...group}
        name={text('shell.lookups')}
        icon="search"
        area="data"
        offers={lookupsWithArguments}
        id="lookups"
        // A single entry takes no more space than the button that shows it.
        folded={lookupsWithArguments.length > 1}
      />
      <RailGroup {...group} name={text('shell.system')} icon="table" area="data" offers={system} id="system" folded />
      <RailGroup {...group} name={text('shell.actions')} icon="action" area="actions" offers={findActions(schema)} id="actions" />
      <RailGroup {...group} name={text('shell.live')} icon="live" area="live" offers={findFeeds(schema)} id="live" />
    </>
  );
}

/** The exported component, with its texts and icons. */
export default withMessagesAndIcons({ shell: shellMore }, RailOffers);
