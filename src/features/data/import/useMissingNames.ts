/** Looks up the names of related records in the first rows of an import, so that the preview shows which of them do not exist. */
import { useEffect, useMemo, useState } from 'react';
import type { FormField } from '../../../schema/forms/formModel';
import { type ImportPlan, keyNamed, type readRow } from './importWorld';

/** Maximum number of names that are looked up before the import starts. */
const MOST_NAMES = 50;
const AT_ONCE = 4;

type Read = ReturnType<typeof readRow>;

/** The rows with the problems of names that no record has, or several have. They appear as the lookups end. */
export function useMissingNames(plan: ImportPlan | null, rows: readonly Read[]): readonly Read[] {
  const [missing, setMissing] = useState<ReadonlySet<string>>(NONE);
  useEffect(() => {
    if (plan === null) return;
    let isLeft = false;
    const queue = [...namesIn(rows)].slice(0, MOST_NAMES);
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined && !isLeft; next = queue.shift()) {
        const [key, { field, name, value }] = next;
        const found = await keyNamed(plan, field, name, value);
        if (found === 'missing' && !isLeft) setMissing(now => new Set(now).add(key));
      }
    };
    for (let worker = 0; worker < AT_ONCE; worker++) void work();
    return () => {
      isLeft = true;
      setMissing(NONE);
    };
  }, [plan, rows]);
  return useMemo(() => {
    if (plan === null || missing.size === 0) return rows;
    return rows.map(row => {
      const lost = [...row.names].filter(([field, name]) => missing.has(keyOf(field, name)));
      const problems = lost.map(
        ([field, name]) => [plan.matching.indexOf(field.name), plan.words.unread(name.slice(0, 60), field.label)] as const,
      );
      return lost.length === 0 ? row : { ...row, problems: new Map([...row.problems, ...problems]) };
    });
  }, [plan, rows, missing]);
}

const NONE: ReadonlySet<string> = new Set();
const keyOf = (field: FormField, name: string): string => `${field.name}\n${name}`;

/** Each different name once. */
const namesIn = (rows: readonly Read[]) =>
  new Map(
    rows.flatMap(({ names, values }) =>
      [...names].map(([field, name]) => [keyOf(field, name), { field, name, value: values.get(field) }] as const),
    ),
  );
