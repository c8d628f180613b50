/** What may be written into a ship or a berth. Each broken rule is an error at the field that breaks it. */
import type { GraphQLError } from 'graphql';
import { type ArgumentPath, inputError } from './inputError';

/** A field: its column, and what may stand in it. */
export interface FieldRule {
  readonly column: string;
  /** Type the parameter is cast to. */
  readonly cast?: 'date';
  /** Most characters of a text, which may not be blank. */
  readonly longest?: number;
  readonly least?: number;
  readonly most?: number;
  /** Seven digits, the last one a check digit. */
  readonly isImo?: boolean;
}

/** Checks the values given at `path`; what is left out is not touched, and nothing here can be cleared. */
export function checkFleet<Name extends string>(
  rules: Readonly<Record<Name, FieldRule>>,
  values: Readonly<Partial<Record<Name, unknown>>>,
  path: ArgumentPath,
): GraphQLError[] {
  const errors: GraphQLError[] = [];
  for (const [name, rule] of Object.entries(rules) as [Name, FieldRule][]) {
    const problem = values[name] === undefined ? null : problemOf(rule, values[name]);
    if (problem !== null) errors.push(inputError(problem, [...path, name]));
  }
  return errors;
}

function problemOf({ longest, least, most, isImo }: FieldRule, value: unknown): string | null {
  if (value === null) return 'This needs a value.';
  if (isImo) return isImoNumber(String(value)) ? null : 'An IMO number has seven digits, the last one a check digit.';
  if (longest !== undefined) {
    const text = String(value);
    return text.trim() === '' || text.length > longest || text.includes('\0') ? `Give 1 to ${longest} characters.` : null;
  }
  if (least !== undefined && most !== undefined && !(Number(value) >= least && Number(value) <= most))
    return `Give a number from ${least} to ${most}.`;
  return null;
}

/** The check digit is the last digit of the sum of the others, weighted 7 to 2. */
function isImoNumber(text: string): boolean {
  if (!/^\d{7}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = digits.slice(0, 6).reduce((total, digit, at) => total + digit * (7 - at), 0);
  return sum % 10 === digits[6];
}
