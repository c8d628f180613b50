/**
 * `npm run bench recognition -- [--json] file.graphql …`: what Oriel recognises in schema files, in SDL or as a saved introspection result. For each
 * record type: the fields that list and load its records, the mutations that change it, their arguments for key and version, and the certainty with
 * its reason.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Collection, findCollections } from '../../src/schema/collections/collections';
import { recordLookup, rowKeys } from '../../src/schema/collections/records';
import { readIntrospection } from '../../src/schema/model/introspection';
import { introspectionFromFile } from '../../src/schema/model/introspectionFromFile';
import type { SchemaModel } from '../../src/schema/model/schemaModel';
import { type Change, changesOf } from '../../src/schema/mutations/changes';
import { isRecordType } from '../../src/schema/mutations/resultShape';
import { printTable } from './support/measure';

/** A mutation of a record type, as printed. */
interface FoundChange {
  mutation: string;
  family: Change['family'];
  keys: string[];
  changes: string | null;
  fields: string[];
  version: string | null;
  cap: string | null;
  sure: Change['sure'];
  why: string;
}

/** What is recognised for one record type. */
export interface FoundType {
  type: string;
  list: string[];
  record: string | null;
  key: readonly string[];
  changes: Record<string, FoundChange>;
}

const KINDS = ['create', 'update', 'delete', 'bulkCreate', 'bulkUpdate', 'bulkDelete'] as const;

function describe(change: Change): FoundChange {
  const item = change.itemsAt === null ? '' : `${change.itemsAt.join('.')}[].`;
  return {
    mutation: change.action.id,
    family: change.family,
    keys: change.keys.map(key => `${key.column ?? '?'} → ${item}${key.target.join('.')}${key.asList ? '[]' : ''}`),
    changes: change.changesAt === null ? null : `${item}${change.changesAt.join('.')}`,
    fields: change.fields.map(field => field.name),
    version: change.version === null ? null : `${change.version.column} → ${item}${change.version.target.join('.')}`,
    cap: change.cap?.join('.') ?? null,
    sure: change.sure,
    why: change.why,
  };
}

/** All record types of a schema; those with lists come first. */
export function recognise(model: SchemaModel): FoundType[] {
  const lists = new Map<string, Collection[]>();
  for (const collection of findCollections(model))
    lists.set(collection.rowType, [...(lists.get(collection.rowType) ?? []), collection]);
  const names = [...model.types.keys()].filter(name => !name.startsWith('__') && (lists.has(name) || isRecordType(model, name)));
  return names
    .map(type => {
      const found = changesOf(model, type);
      return {
        type,
        list: [...(lists.get(type) ?? [])]
          .sort((a, b) => Number(a.alternateOf !== null) - Number(b.alternateOf !== null))
          .map(collection => collection.path.join('.')),
        record: recordLookup(model, type)?.path.join('.') ?? null,
        key: rowKeys(model, type),
        changes: Object.fromEntries(KINDS.flatMap(kind => (found[kind] === undefined ? [] : [[kind, describe(found[kind])]]))),
      };
    })
    .filter(found => found.list.length > 0 || found.record !== null || Object.keys(found.changes).length > 0)
    .sort((a, b) => Number(b.list.length > 0) - Number(a.list.length > 0));
}

/** Prints the result as tables, or as one JSON object with a key for each file. */
export function recogniseFiles(files: readonly string[], asJson: boolean): void {
  const all: Record<string, FoundType[]> = Object.create(null);
  for (const file of files) all[file] = recognise(readIntrospection(introspectionFromFile(readFileSync(file, 'utf8'))));
  if (asJson) {
    console.log(JSON.stringify(all, null, 2));
    return;
  }
  for (const [file, types] of Object.entries(all)) {
    const short = (change: FoundChange | undefined): string =>
      change === undefined ? '-' : `${change.mutation}(${change.keys.join(', ')})${change.sure === 'certain' ? '' : ' ?'}`;
    printTable(
      path.basename(file),
      ['Type', 'List', 'Record', 'Key', 'Create', 'Update', 'Delete', 'Bulk', 'Version', 'Why'],
      types.map(({ type, list, record, key, changes }) => [
        type,
        list[0] ?? '-',
        record ?? '-',
        key.join(', ') || '-',
        changes.create?.mutation ?? '-',
        short(changes.update),
        short(changes.delete),
        [changes.bulkCreate, changes.bulkUpdate, changes.bulkDelete]
          .flatMap(change => (change === undefined ? [] : [change.mutation]))
          .join(', ') || '-',
        changes.update?.version ?? changes.delete?.version ?? '-',
        changes.update?.why ?? changes.delete?.why ?? '-',
      ]),
    );
    const count = (kind: string): string => {
      const found = types.flatMap(entry => entry.changes[kind] ?? []);
      return `${kind} ${found.length} (${found.filter(change => change.sure === 'certain').length} certain)`;
    };
    console.log(`${types.length} types; ${KINDS.map(count).join(', ')}\n`);
  }
}
