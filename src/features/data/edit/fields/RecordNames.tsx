/** Records by their display names; by their keys until the names have loaded, and if they have none. */
import { type ReactNode, useEffect, useState } from 'react';
import { useClient } from 'urql';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { createRecordChoices, fetchChoices } from '../../../../session/history/recordChoices';

/** Maximum number of names requested; further records are shown by their keys. */
const MOST_NAMED = 20;
/** A plain `id` field: it stands for the key of the type being edited. */
const KEY = { name: 'id', control: { kind: 'scalar', scalar: { kind: 'id' } } };

/** Renders the names as a list. */
export function RecordNames({
  model,
  typeName,
  keys,
}: {
  model: SchemaModel;
  typeName: string;
  keys: readonly string[];
}): ReactNode {
  // Not `useQuery`: any number of names is requested, one after the other.
  const client = useClient();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = JSON.stringify(keys.slice(0, MOST_NAMED));
  useEffect(() => {
    const source = createRecordChoices(model, typeName)(KEY, [KEY.name]);
    let isDisposed = false;
    const load = async (): Promise<void> => {
      for (const key of JSON.parse(wanted) as string[]) {
        const question = source?.name(key) ?? null;
        const name = question && (await fetchChoices(client, question));
        if (isDisposed) return;
        if (name) setNames(loaded => new Map(loaded).set(key, name));
      }
    };
    load().catch(() => undefined);
    return () => {
      isDisposed = true;
    };
  }, [client, model, typeName, wanted]);
  return <bdi title={keys.slice(0, MOST_NAMED).join(', ')}>{keys.map(key => names.get(key) ?? key).join(', ')}</bdi>;
}
