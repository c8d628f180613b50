/** One line of CSV (RFC 4180). Every file with comma-separated values is written with it. */
import { guardFormula } from './guardFormula';

/** `guarded`: spreadsheets must not evaluate the cells as formulas. */
export function csvLine(cells: readonly string[], guarded: boolean): string {
  return `${cells.map(cell => quoted(guarded ? guardFormula(cell) : cell)).join(',')}\r\n`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
