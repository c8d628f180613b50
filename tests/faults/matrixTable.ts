/** The table of the fault matrix in README.md: one row per case. A run of some rows keeps the others. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The observations of a case. */
export interface Seen {
  /** On the screen. */
  screen: string;
  /** At the server, and how often. */
  server: string;
}

/** The rows, by fault and place. */
export interface MatrixTable {
  /** Adds a row. Rows are in the order of these calls. */
  declare(place: string, fault: string): void;
  note(place: string, fault: string, seen: Seen): void;
  /** Writes the table, and removes rows that no longer exist. */
  write(): void;
}

const README = path.join('tests', 'faults', 'README.md');
const BEGIN = '<!-- table -->\n';
const END = '<!-- end -->';
const LONGEST = 110;

/** Text as a cell, truncated after a word if it is too long. */
function cell(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const shown = line.length <= LONGEST ? line : `${line.slice(0, line.lastIndexOf(' ', LONGEST)).replace(/[ .,;:·]+$/, '')} …`;
  return shown.replaceAll('|', '\\|');
}
const keyOf = (place: string, fault: string): string => `| ${cell(fault)} | ${cell(place)} |`;

/** Creates the table of one run. */
export function matrixTable(): MatrixTable {
  const declared: string[] = [];
  const noted = new Map<string, string>();
  return {
    declare: (place, fault) => declared.push(keyOf(place, fault)),
    note(place, fault, { screen, server }) {
      const key = keyOf(place, fault);
      noted.set(key, `${key} ${cell(screen)} | ${cell(server)} |`);
    },
    write() {
      const text = readFileSync(README, 'utf8');
      const [begin, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
      const before = text.slice(begin, end).split('\n');
      const lines = declared.flatMap(key => noted.get(key) ?? before.find(line => line.startsWith(key)) ?? []);
      const head = '| Fault | Place | On the screen | At the server |\n| --- | --- | --- | --- |\n';
      writeFileSync(README, `${text.slice(0, begin)}${head}${lines.join('\n')}\n${text.slice(end)}`);
    },
  };
}
