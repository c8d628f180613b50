/**
 * The complete English catalogue: the source of all translations, and the type that they are checked against. Pages load single areas
 * (firstEnglish.ts, withMessages.tsx); only types, tests and the pseudo-language use this file. A production build compiles the messages in
 * `english/` and `catalogues/` (messageLoader.cjs); in development and in tests they are compiled at first use.
 */
import { actions } from './english/actions';
import { comparing } from './english/comparing';
import { connections } from './english/connections';
import { customise } from './english/data/customise';
import { dashboard } from './english/data/dashboard';
import { data } from './english/data/data';
import { dataEdit } from './english/data/dataEdit';
import { dataImport } from './english/data/dataImport';
import { dataMore } from './english/data/dataMore';
import { dataViews } from './english/data/dataViews';
import { pin } from './english/data/pin';
import { docs } from './english/docs';
import { environments } from './english/environments';
import { errors } from './english/errors';
import { errorsMore } from './english/errorsMore';
import { form } from './english/form';
import { live } from './english/live';
import { query } from './english/query/query';
import { queryCompare } from './english/query/queryCompare';
import { queryKept } from './english/query/queryKept';
import { queryOptions } from './english/query/queryOptions';
import { queryResult } from './english/query/queryResult';
import { schemaChanges } from './english/schemaChanges';
import { settings } from './english/settings';
import { shell } from './english/shell';
import { shellMore } from './english/shellMore';
import { signInPages } from './english/signInPages';
import { ui } from './english/ui';
import { uiJson } from './english/uiJson';
import { uiMore } from './english/uiMore';
import { wire } from './english/wire';

export const english = {
  shell: { ...shell, ...shellMore, ...signInPages },
  ui: { ...ui, ...uiJson, ...uiMore },
  form,
  settings,
  errors: { ...errors, ...errorsMore },
  data: { ...data, ...dataMore, ...dataEdit, ...dataImport, ...dataViews },
  actions,
  live,
  connections,
  customise,
  environments,
  query: { ...query, ...queryCompare, ...queryKept, ...queryOptions, ...queryResult },
  docs: { ...docs, ...schemaChanges },
  wire: { ...wire, ...comparing },
  dashboard: { ...dashboard, ...pin },
} as const;

/** Areas with their messages. */
export type English = typeof english;

/** All keys, `area.key`. */
export type MessageKey = { [Area in keyof English]: `${Area}.${keyof English[Area] & string}` }[keyof English];

/** The type of the English message of a key (a string literal). */
export type EnglishMessage<Key extends MessageKey> = Key extends `${infer Area}.${infer Name}`
  ? Area extends keyof English
    ? Name extends keyof English[Area]
      ? English[Area][Name] extends string
        ? English[Area][Name]
        : never
      : never
    : never
  : never;
