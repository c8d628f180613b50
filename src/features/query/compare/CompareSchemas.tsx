/** The differences between the schemas of two connections, which are compared on request. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { until } from '../../../lib/until';
import { ChangeList } from '../../../parts/compare/ChangeList';
import type { SchemaChange } from '../../../schema/docs/schemaChanges';
import type { Session } from '../../../session/connections/session';
import { Button } from '../../../ui/inputs/Button';
import { withPeer } from './withPeer';

/** Props of `CompareSchemas`. */
export interface CompareSchemasProps {
  session: Session;
  /** Ids of the two connections. */
  first: string;
  second: string;
}

type Found = { changes: readonly SchemaChange[] } | { reason: string };

/** A button, which is replaced by the differences. */
export function CompareSchemas({ session, first, second }: CompareSchemasProps): ReactNode {
  const text = useText();
  const [found, setFound] = useState<Found | null>(null);
  const [isLooking, setLooking] = useState(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const look = (): void => {
    setLooking(true);
    Promise.all([
      schemaOf(session, first),
      schemaOf(session, second),
      import(/* webpackChunkName: "schema-changes" */ '../../../schema/docs/schemaChanges'),
    ])
      .then(async ([one, two, tools]): Promise<Found> => {
        if (one === undefined || two === undefined) return { reason: text('query.compareSchemaNone') };
        return { changes: await tools.schemaChanges(one, two) };
      })
      .catch((error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) }))
      .then(result => {
        if (!isHere.current) return;
        setFound(result);
        setLooking(false);
      });
  };
  const title = text('query.compareSchemas');
  return (
    <section className="compare-part" aria-label={title}>
      {found === null ? (
        <Button icon="docs" busy={isLooking} onClick={look}>
          {title}
        </Button>
      ) : 'reason' in found ? (
        <p className="quiet">{text('docs.changesFailed', { reason: found.reason })}</p>
      ) : found.changes.length === 0 ? (
        <p className="quiet">{text('wire.compareSame')}</p>
      ) : (
        <ChangeList changes={found.changes} hasLinks={false} />
      )}
    </section>
  );
}

/** Returns the introspection result of a connection once it is loaded; undefined if there is none. */
async function schemaOf(session: Session, id: string): Promise<unknown> {
  const connection = session.connections.list.get().find(each => each.id === id);
  if (!connection) return undefined;
  const introspection = async ({ schema }: Session): Promise<unknown> => {
    await until(schema, ({ status }) => status !== 'loading');
    return schema.introspection();
  };
  return id === session.connection.id ? introspection(session) : withPeer(session, connection, introspection);
}
