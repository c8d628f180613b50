/** The page of a query that gives one record, by the id in the address. A part of its own, as finding it is no work for the first rows. */
import type { ReactNode } from 'react';
import { findLookups } from '../../schema/lookups';
import type { SchemaModel } from '../../schema/schemaModel';
import type { Session } from '../../session/session';
import { LookupScreen } from './LookupScreen';

/** Props of `LookupById`. */
export interface LookupByIdProps {
  session: Session;
  model: SchemaModel;
  /** A `Lookup.id`, or anything else. */
  id: string;
  /** What is shown when the schema has no such query. */
  otherwise: ReactNode;
}

/** The page, or what stands for it. */
export function LookupById({ session, model, id, otherwise }: LookupByIdProps): ReactNode {
  const lookup = findLookups(model).find(entry => entry.id === id);
  return lookup ? <LookupScreen key={id} session={session} model={model} lookup={lookup} /> : otherwise;
}
