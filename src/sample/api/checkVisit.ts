/** The harbour's rules for the values of a visit. Each broken rule is an error at its field. */
import type { GraphQLError } from 'graphql';
import type { BerthRow } from '../seed/makeBerths';
import type { ShipRow } from '../seed/makeShips';
import type { VisitStatus } from '../seed/makeVisits';
import { type ArgumentPath, inputError } from './inputError';

/** The fields that booking and changing a visit have in common. A missing field is not changed; null clears it. */
export interface VisitDetails {
  eta?: Date | null;
  cargoTonnes?: number | null;
  value?: bigint | null;
  notes?: string | null;
  metadata?: unknown;
}

const DAY = 86_400_000;
const FURTHEST_ETA_DAYS = 731;
const EARLIEST_ETA = Date.UTC(2000, 0, 1);
const MOST_TONNES = 1_000_000;
const LONGEST_NOTES = 10_000;
const LARGEST_METADATA = 64 * 1024;

/**
 * Validates the details at `path`.
 * @param earliestEta the earliest expected arrival, in milliseconds since 1970
 * @returns an error for each broken rule
 */
export function checkDetails(details: VisitDetails, path: ArgumentPath, now: number, earliestEta = EARLIEST_ETA): GraphQLError[] {
  const errors: GraphQLError[] = [];
  const demand = (holds: boolean, field: keyof VisitDetails, message: string): void => {
    if (!holds) errors.push(inputError(message, [...path, field]));
  };
  const { eta, cargoTonnes, value, notes, metadata } = details;
  if (eta === null) demand(false, 'eta', 'A visit needs an expected arrival.');
  if (eta) {
    demand(
      eta.getTime() >= earliestEta,
      'eta',
      earliestEta >= now ? 'The expected arrival must be in the future.' : 'The expected arrival is too long ago.',
    );
    demand(eta.getTime() <= now + FURTHEST_ETA_DAYS * DAY, 'eta', 'The expected arrival can be at most two years ahead.');
  }
  if (cargoTonnes != null)
    demand(
      cargoTonnes >= 0 && cargoTonnes <= MOST_TONNES,
      'cargoTonnes',
      `The cargo must be between 0 and ${MOST_TONNES} tonnes.`,
    );
  if (value != null) demand(value >= 0n, 'value', 'The value must not be negative.');
  if (notes != null) {
    demand(
      notes.length <= LONGEST_NOTES,
      'notes',
      `Remarks can have at most ${LONGEST_NOTES} characters. These have ${notes.length}.`,
    );
    demand(!notes.includes('\0'), 'notes', 'Remarks cannot contain the character U+0000.');
  }
  if (metadata != null) {
    const text = JSON.stringify(metadata);
    demand(Buffer.byteLength(text) <= LARGEST_METADATA, 'metadata', `Metadata can have at most ${LARGEST_METADATA} bytes.`);
    demand(!text.includes('\\u0000'), 'metadata', 'Metadata cannot contain the character U+0000.');
  }
  return errors;
}

/** Checks that a ship fits a berth. `path` is the path of the berth's field. */
export const checkBerth = (ship: ShipRow, berth: BerthRow, path: ArgumentPath): GraphQLError[] =>
  ship.length_metres <= berth.max_length_metres
    ? []
    : [
        inputError(
          `${ship.name} is ${ship.length_metres} m long. The maximum length at ${berth.name} is ${berth.max_length_metres} m.`,
          path,
          {
            most: berth.max_length_metres,
          },
        ),
      ];

/** State and times of a visit. */
export interface VisitCourse {
  status: VisitStatus;
  arrivedAt: Date | null;
  departedAt: Date | null;
}

/** Changes to state and times. A missing field is not changed. */
export interface CoursePatch {
  status?: VisitStatus | null;
  arrivedAt?: Date | null;
  departedAt?: Date | null;
}

/**
 * Applies a change of state and times. Missing times that the new state requires are set to `now`; times that it does not allow are
 * cleared.
 * @returns the new state and times, and an error for each broken rule
 */
export function changeCourse(
  current: VisitCourse,
  patch: CoursePatch,
  path: ArgumentPath,
  now: number,
): { course: VisitCourse; errors: GraphQLError[] } {
  const errors: GraphQLError[] = [];
  const refuse = (field: keyof CoursePatch, message: string): void => {
    errors.push(inputError(message, [...path, field]));
  };
  if (patch.status === null) refuse('status', 'A visit needs a status.');
  if (patch.status === 'CANCELLED') refuse('status', 'To cancel a visit, use cancelVisit, which requires a reason.');
  const status = patch.status ?? current.status;
  const here = status === 'ALONGSIDE' || status === 'DEPARTED';
  const gone = status === 'DEPARTED';
  if (patch.arrivedAt && !here)
    refuse('arrivedAt', `A visit that is ${status} has no arrival yet. Set the status to ALONGSIDE too.`);
  if (patch.departedAt && !gone)
    refuse('departedAt', `A visit that is ${status} has no departure yet. Set the status to DEPARTED too.`);
  if (patch.arrivedAt === null && here) refuse('arrivedAt', `A visit that is ${status} needs an arrival.`);
  if (patch.departedAt === null && gone) refuse('departedAt', 'A visit that is DEPARTED needs a departure.');
  for (const field of ['arrivedAt', 'departedAt'] as const) {
    if (patch[field] && patch[field].getTime() > now + DAY) refuse(field, 'The time must not be in the future.');
  }
  const course: VisitCourse = {
    status,
    arrivedAt: here ? (patch.arrivedAt ?? current.arrivedAt ?? new Date(now)) : null,
    departedAt: gone ? (patch.departedAt ?? current.departedAt ?? new Date(now)) : null,
  };
  if (course.arrivedAt && course.departedAt && course.departedAt < course.arrivedAt) {
    refuse(
      patch.departedAt ? 'departedAt' : patch.arrivedAt ? 'arrivedAt' : 'status',
      'A ship cannot leave before it has arrived.',
    );
  }
  return { course, errors };
}
