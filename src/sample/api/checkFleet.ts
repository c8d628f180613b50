/** Validates the values of ships and berths. Each broken rule is an error at its field. */
import type { GraphQLError } from 'graphql';
import { type ArgumentPath, inputError } from './inputError';

/** Validation of one field: its database column and the allowed values. */
export interface FieldRule {
  readonly column: string;
  /** SQL type that the parameter is cast to. */
  readonly cast?: 'date';
  /** Maximum length of a text in characters. The text must not be blank. */
  readonly longest?: number;
  readonly least?: number;
  readonly most?: number;
  /** True if the value has to be an IMO number: seven digits, the last one a check digit. */
  readonly isImo?: boolean;
}

/** Validates the values at `path`. Missing fields are not changed and therefore not validated; null is never allowed. */
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
  if (value === null) return 'A value is required.';
  if (isImo) return isImoNumber(String(value)) ? null : 'An IMO number has seven digits, the last of which is a check digit.';
  if (longest !== undefined) {
    const text = String(value);
    return text.trim() === '' || text.length > longest || text.includes('\0') ? `Enter 1 to ${longest} characters.` : null;
  }
  if (least !== undefined && most !== undefined && !(Number(value) >= least && Number(value) <= most))
    return `Enter a number from ${least} to ${most}.`;
  return null;
}

/** The check digit is the last digit of the weighted sum of the other digits; the weights are 7 to 2. */
function isImoNumber(text: string): boolean {
  if (!/^\d{7}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = digits.slice(0, 6).reduce((total, digit, at) => total + digit * (7 - at), 0);
  return sum % 10 === digits[6];
}
