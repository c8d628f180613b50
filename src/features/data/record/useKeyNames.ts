/** Display names for record keys in filters: users filter by a customer, not by "u17". Requested after the chips are rendered. */
import { useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import type { Filter, FilterCapability, FilterOperator } from '../../../schema/filters/filters';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { ChoiceField, RecordChoices } from '../../../session/history/recordChoices';
import { filterField } from '../filter/filterFieldOf';

/** Operators inside a field's input object (`customerId: { eq }`), or as suffixes of its name (`customerId_in`). */
const CONDITION = /^_?(eq|equals?|is|in|not|ne|neq|nin|contains|any|value)$/i;

/**
 * The records that an operator's value refers to; null if the value is not a key.
 * @param records from `createRecordChoices`: the argument name of the value decides whose key it is
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

/** Maximum number of keys that are resolved to names. */
const MOST_NAMED = 20;

/** Names by filter field and key, with the map keys of `keyOfName`. Names that are not loaded or do not exist are missing. */
export function useKeyNames(
  model: SchemaModel,
  capability: FilterCapability,
  filters: readonly Filter[],
): ReadonlyMap<string, string> {
  // Not `useQuery`: any number of names is requested, one after the other.
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
    let isDisposed = false;
    const load = async (): Promise<void> => {
      const { fetchChoices, createRecordChoices } = await import(
        /* webpackChunkName: "arguments" */ '../../../session/history/recordChoices'
      );
      const records = createRecordChoices(model, null);
      for (const { field, operator, control, key } of wanted.slice(0, MOST_NAMED)) {
        const question = keySource(records, operator, control)?.name(key);
        const name = question ? await fetchChoices(client, question) : null;
        if (isDisposed) return;
        if (name)
          setNames(loaded =>
            loaded.get(keyOfName(field, key)) === name ? loaded : new Map(loaded).set(keyOfName(field, key), name),
          );
      }
    };
    // Without names, the chips show the keys.
    load().catch(() => undefined);
    return () => {
      isDisposed = true;
    };
  }, [client, model, wanted]);
  return names;
}

/** The map key of a name. */
export function keyOfName(field: string, key: string): string {
  return `${field} ${key}`;
}
