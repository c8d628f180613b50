/** Reliable figures on a busy machine: the candidates run in turn within each of several rounds, and medians and their ratios are compared. */

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** One candidate. Each round returns one figure, in a unit that the caller chooses. */
export interface Candidate {
  name: string;
  round(): Promise<number>;
}

/** Runs every candidate once per round, after one round that is not counted. Returns the median of each by name. */
export async function interleave(candidates: readonly Candidate[], rounds: number): Promise<Record<string, number>> {
  const figures = new Map<string, number[]>(candidates.map(c => [c.name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const candidate of candidates) {
      globalThis.gc?.();
      const figure = await candidate.round();
      if (round >= 0) figures.get(candidate.name)?.push(figure);
    }
  }
  return Object.fromEntries([...figures].map(([name, values]) => [name, median(values)]));
}

/** Prints rows as an aligned table, with numbers aligned right. */
export function printTable(title: string, header: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = [header, ...rows].map(row => row.map(String));
  const widths = header.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  console.log(`\n${title}`);
  for (const row of cells) console.log(`  ${line(row)}`);
}
