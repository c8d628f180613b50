/** Records by their names; by their keys until those are known, and where they have none. */
import { type ReactNode, useEffect, useState } from 'react';
import { useClient } from 'urql';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { askChoices, createRecordChoices } from '../../../session/history/recordChoices';

/** Names asked for at most; the records behind them keep their keys. */
const MOST_NAMED = 20;
/** A bare key, which is that of the type that is asked about. */
const KEY = { name: 'id', control: { kind: 'scalar', scalar: { kind: 'id' } } };

/** The names, one behind the other. */
export function RecordNames({
  model,
  typeName,
  keys,
}: {
  model: SchemaModel;
  typeName: string;
  keys: readonly string[];
}): ReactNode {
  // Not `useQuery`: there are any number of names, asked for one after the other.
  const client = useClient();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = JSON.stringify(keys.slice(0, MOST_NAMED));
  useEffect(() => {
    const source = createRecordChoices(model, typeName)(KEY, [KEY.name]);
    let over = false;
    const load = async (): Promise<void> => {
      for (const key of JSON.parse(wanted) as string[]) {
        const question = source?.name(key) ?? null;
        const name = question && (await askChoices(client, question));
        if (over) return;
        if (name) setNames(known => new Map(known).set(key, name));
      }
    };
    load().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [client, model, typeName, wanted]);
  return <bdi title={keys.slice(0, MOST_NAMED).join(', ')}>{keys.map(key => names.get(key) ?? key).join(', ')}</bdi>;
}
