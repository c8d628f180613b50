/** Mutations. All except signIn first require a signed-in user. */
import { GraphQLError } from 'graphql';
import type { Queryable } from '../../database/database';
import type { VisitChangeKind } from '../../feeds/createVisitFeed';
import type { BerthRow } from '../../seed/makeBerths';
import type { ShipRow } from '../../seed/makeShips';
import type { PendingUpload } from '../../uploads/pendingUpload';
import { type CoursePatch, changeCourse, checkBerth, checkDetails, type VisitDetails } from '../checkVisit';
import { type HarbourContext, requireOffice, requireViewer } from '../harbourContext';
import { inputError, throwErrors } from '../inputError';
import { type Document, SELECT_DOCUMENTS } from '../rows/document';
import { requireRow } from '../rows/requireRow';
import { requireVersion } from '../rows/requireVersion';
import type { Visit } from '../rows/visit';
import { fleetResolvers } from './fleetResolvers';

const SHORTEST_REASON = 3;
const LONGEST_REASON = 500;
const MOST_FILES = 10;

const announce = (
  { visitFeed }: HarbourContext,
  tx: Queryable,
  kind: VisitChangeKind,
  visit: Visit,
  left?: number,
): Promise<void> =>
  visitFeed.announce(tx, {
    kind,
    at: new Date().toISOString(),
    visitId: visit.id,
    berthIds: left === undefined || left === visit.berth_id ? [visit.berth_id] : [visit.berth_id, left],
  });

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));

async function signIn(_: unknown, { code }: { code: string }, { gate, tokens }: HarbourContext) {
  const attempt = gate.attempt(code);
  if (attempt.result === 'blocked') {
    throw new GraphQLError(`Too many wrong access codes. Try again in ${attempt.retryAfterSeconds} s.`, {
      extensions: { code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: attempt.retryAfterSeconds, argumentPath: ['code'] },
    });
  }
  if (attempt.result === 'wrong') throw inputError('The access code is wrong.', ['code']);
  const { token, viewer } = await tokens.issue(attempt.role);
  return { token, viewer, expiresAt: viewer.tokenExpiresAt };
}

interface BookVisitInput extends VisitDetails {
  shipId: string;
  berthId: string;
  eta: Date;
}

async function bookVisit(_: unknown, { input }: { input: BookVisitInput }, context: HarbourContext): Promise<Visit> {
  await requireOffice(context);
  return context.database.transaction(async tx => {
    const errors: GraphQLError[] = [];
    const found = async <Row>(type: 'Ship' | 'Berth', field: 'shipId' | 'berthId'): Promise<Row | null> =>
      requireRow<Row>(tx, type, input[field], ['input', field]).catch((error: unknown) => {
        if (!(error instanceof GraphQLError)) throw error;
        errors.push(error);
        return null;
      });
    const ship = await found<ShipRow>('Ship', 'shipId');
    const berth = await found<BerthRow>('Berth', 'berthId');
    if (ship && berth) errors.push(...checkBerth(ship, berth, ['input', 'berthId']));
    const now = Date.now();
    errors.push(...checkDetails(input, ['input'], now, now));
    throwErrors(errors);
    const [visit] = await tx.query<Visit>(
      `insert into harbour.visits (ship_id, berth_id, status, eta, cargo_tonnes, value, notes, metadata, changed_at)
       values ($1, $2, 'EXPECTED', $3::timestamptz, $4, $5::bigint, $6, $7::jsonb, now()) returning *`,
      [
        (ship as ShipRow).id,
        (berth as BerthRow).id,
        input.eta.toISOString(),
        input.cargoTonnes ?? null,
        input.value == null ? null : String(input.value),
        input.notes ?? null,
        json(input.metadata),
      ],
    );
    await announce(context, tx, 'BOOKED', visit as Visit);
    return visit as Visit;
  });
}

interface VisitPatch extends VisitDetails, CoursePatch {
  berthId?: string | null;
}

async function changeVisit(
  _: unknown,
  { id, patch, version }: { id: string; patch: VisitPatch; version?: number | null },
  context: HarbourContext,
): Promise<Visit> {
  await requireViewer(context);
  return context.database.transaction(async tx => {
    const visit = await requireRow<Visit>(tx, 'Visit', id, ['id']);
    requireVersion('The visit', visit, version, ['version']);
    if (visit.status === 'CANCELLED') throw inputError('A cancelled visit cannot be changed.', ['id']);
    const now = Date.now();
    const errors = checkDetails(patch, ['patch'], now);
    let berthId = visit.berth_id;
    if (patch.berthId === null) errors.push(inputError('A visit needs a berth.', ['patch', 'berthId']));
    if (patch.berthId) {
      const berth = await requireRow<BerthRow>(tx, 'Berth', patch.berthId, ['patch', 'berthId']);
      const [ship] = await tx.query<ShipRow>('select * from harbour.ships where id = $1', [visit.ship_id]);
      errors.push(...checkBerth(ship as ShipRow, berth, ['patch', 'berthId']));
      berthId = berth.id;
    }
    const { course, errors: courseErrors } = changeCourse(
      { status: visit.status, arrivedAt: visit.arrived_at, departedAt: visit.departed_at },
      patch,
      ['patch'],
      now,
    );
    throwErrors([...errors, ...courseErrors]);
    const value = patch.value === undefined ? visit.value : patch.value;
    const [changed] = await tx.query<Visit>(
      `update harbour.visits
       set berth_id = $2, status = $3, eta = $4::timestamptz, arrived_at = $5::timestamptz, departed_at = $6::timestamptz,
           cargo_tonnes = $7, value = $8::bigint, notes = $9, metadata = $10::jsonb, changed_at = now(), version = version + 1
       where id = $1 returning *`,
      [
        visit.id,
        berthId,
        course.status,
        (patch.eta ?? visit.eta).toISOString(),
        course.arrivedAt?.toISOString() ?? null,
        course.departedAt?.toISOString() ?? null,
        patch.cargoTonnes === undefined ? visit.cargo_tonnes : patch.cargoTonnes,
        value === null ? null : String(value),
        patch.notes === undefined ? visit.notes : patch.notes,
        json(patch.metadata === undefined ? visit.metadata : patch.metadata),
      ],
    );
    await announce(context, tx, 'CHANGED', changed as Visit, visit.berth_id);
    return changed as Visit;
  });
}

async function cancelVisit(_: unknown, { id, reason }: { id: string; reason: string }, context: HarbourContext): Promise<Visit> {
  await requireOffice(context);
  const text = reason.trim();
  if (text.length < SHORTEST_REASON || text.length > LONGEST_REASON || text.includes('\0')) {
    throw inputError(`Enter a reason of ${SHORTEST_REASON} to ${LONGEST_REASON} characters.`, ['reason']);
  }
  return context.database.transaction(async tx => {
    const visit = await requireRow<Visit>(tx, 'Visit', id, ['id']);
    if (visit.status === 'CANCELLED') throw inputError('The visit is already cancelled.', ['id']);
    if (visit.status === 'ALONGSIDE' || visit.status === 'DEPARTED') {
      throw inputError('A visit cannot be cancelled after the ship has arrived.', ['id']);
    }
    const [cancelled] = await tx.query<Visit>(
      `update harbour.visits set status = 'CANCELLED', cancel_reason = $2, changed_at = now(), version = version + 1
       where id = $1 returning *`,
      [visit.id, text],
    );
    await announce(context, tx, 'CANCELLED', cancelled as Visit);
    return cancelled as Visit;
  });
}

/** The documents of a visit are deleted with it; their bytes are deleted by a later sweep. */
async function deleteVisit(_: unknown, { id }: { id: string }, context: HarbourContext): Promise<Visit> {
  await requireOffice(context);
  return context.database.transaction(async tx => {
    const visit = await requireRow<Visit>(tx, 'Visit', id, ['id']);
    if (visit.status === 'ALONGSIDE') throw inputError('A visit cannot be deleted while the ship is alongside.', ['id']);
    await tx.query('delete from harbour.documents where visit_id = $1', [visit.id]);
    await tx.query('delete from harbour.visits where id = $1', [visit.id]);
    return visit;
  });
}

/** Stores the files, then attaches all or none of them to the visit in one transaction. */
async function attach(context: HarbourContext, visitId: string, files: readonly PendingUpload[]): Promise<Document[]> {
  await requireViewer(context);
  // Checked before the upload, so that a client does not send 50 MB for a visit that does not exist.
  await requireRow<Visit>(context.database, 'Visit', visitId, ['visitId']);
  const stored = await Promise.all(files.map(file => file.store()));
  const documents = await context.database.transaction(async tx => {
    const visit = await requireRow<Visit>(tx, 'Visit', visitId, ['visitId']);
    const ids: number[] = [];
    for (const { filename, contentType, blob } of stored) {
      const [row] = await tx.query<{ id: number }>(
        `insert into harbour.documents (visit_id, blob_id, filename, content_type, uploaded_at)
         values ($1, $2::uuid, $3, $4, now()) returning id`,
        [visit.id, blob.id, filename, contentType],
      );
      ids.push((row as { id: number }).id);
    }
    await announce(context, tx, 'DOCUMENT_ATTACHED', visit);
    return tx.query<Document>(`${SELECT_DOCUMENTS} where d.id = any($1::int[]) order by d.id`, [ids]);
  });
  for (const file of files) file.claimed = true;
  return documents;
}

async function attachDocument(
  _: unknown,
  args: { visitId: string; file: PendingUpload },
  context: HarbourContext,
): Promise<Document> {
  const [document] = await attach(context, args.visitId, [args.file]);
  return document as Document;
}

async function attachDocuments(
  _: unknown,
  args: { visitId: string; files: PendingUpload[] },
  context: HarbourContext,
): Promise<Document[]> {
  await requireViewer(context);
  if (args.files.length < 1 || args.files.length > MOST_FILES) throw inputError(`Send 1 to ${MOST_FILES} files.`, ['files']);
  return attach(context, args.visitId, args.files);
}

/** Resolvers of Mutation. */
export const mutationResolvers = {
  signIn,
  bookVisit,
  changeVisit,
  cancelVisit,
  deleteVisit,
  attachDocument,
  attachDocuments,
  ...fleetResolvers,
};
