/** What the records are called whose keys stand in filters: people filter by a customer, not by "u17". Asked for once the chips are there. */
import { useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import type { Filter, FilterCapability, FilterOperator } from '../../../schema/filters/filters';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { ChoiceField, RecordChoices } from '../../../session/history/recordChoices';
import { filterField } from '../filter/filterFieldOf';

/** Conditions inside a field's own input (`customerId: { eq }`), and what is hung on its name for them (`customerId_in`). */
const CONDITION = /^_?(eq|equals?|is|in|not|ne|neq|nin|contains|any|value)$/i;

/**
 * The records an operator's value chooses from; null when it is no key of one.
 * @param records as `createRecordChoices` gives it: the name of the argument the value goes into says whose key is wanted
 */
export function keySource(
  records: (field: ChoiceField, path: readonly string[]) => RecordChoices | null,
  operator: FilterOperator | undefined,
  control: ChoiceField['control'],
): RecordChoices | null {
  const target = operator?.targets[0]?.filter(name => !CONDITION.test(name)).at(-1) ?? '';
  const name = target.replace(/_(eq|in|not|not_in|ne|nin)$/i, '');
  return name === '' ? null : records({ name, control }, [name]);
}

/** Filters whose values are named, at most. */
const MOST_NAMED = 20;

/** Names by filter field and key, as `keyOfName` puts them together; those that are not known yet, or never will be, are not there. */
export function useKeyNames(
  model: SchemaModel,
  capability: FilterCapability,
  filters: readonly Filter[],
): ReadonlyMap<string, string> {
  // Not `useQuery`: there are any number of names, asked for one after the other.
  const client = useClient();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = useMemo(
    () =>
      filters.flatMap(({ field, operator: tag, value }) => {
        const operator = filterField(capability, field)?.operators.find(entry => entry.tag === tag);
        const own = operator?.value?.control;
        const control = own?.kind === 'list' ? own.item.control : own;
        if (control?.kind !== 'scalar' || (control.scalar.kind !== 'id' && control.scalar.kind !== 'uuid')) return [];
        const keys = (Array.isArray(value) ? value : [value]).filter(key => typeof key === 'string' && key !== '');
        return keys.map(key => ({ field, operator, control, key: key as string }));
      }),
    [capability, filters],
  );
  useEffect(() => {
    if (wanted.length === 0) return;
    let over = false;
    const load = async (): Promise<void> => {
      const { askChoices, createRecordChoices } = await import(
        /* webpackChunkName: "arguments" */ '../../../session/history/recordChoices'
      );
      const records = createRecordChoices(model, null);
      for (const { field, operator, control, key } of wanted.slice(0, MOST_NAMED)) {
        const question = keySource(records, operator, control)?.name(key);
        const name = question ? await askChoices(client, question) : null;
        if (over) return;
        if (name)
          setNames(known =>
            known.get(keyOfName(field, key)) === name ? known : new Map(known).set(keyOfName(field, key), name),
          );
      }
    };
    // Without it the chips say the keys.
    load().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [client, model, wanted]);
  return names;
}

/** A name's key in the map. */
export function keyOfName(field: string, key: string): string {
  return `${field} ${key}`;
}
