/** Searches the choices of a column chooser by name, including the fields of related records. */
import type { ColumnChoice } from '../../../schema/collections/columns/columnChoices';

/** A field that was found, and the labels of the relations that lead to it. */
export interface FoundChoice {
  readonly choice: ColumnChoice;
  readonly within: readonly string[];
}

/** Maximum number of results and of choices examined, and the depth of the search: types refer to each other in cycles. */
const MOST_FOUND = 100;
const MOST_LOOKED_AT = 5000;
const DEPTH = 3;

/** Fields whose label or name contains every word of `wanted`, nearest first; `more` counts the results beyond a hundred. */
export function findChoices(choices: readonly ColumnChoice[], wanted: string): { choices: FoundChoice[]; more: number } {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found: FoundChoice[] = [];
  let count = 0;
  let looked = 0;
  let level: { choices: readonly ColumnChoice[]; within: readonly string[] }[] = [{ choices, within: [] }];
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    const deeper: typeof level = [];
    for (const place of level) {
      for (const choice of place.choices) {
        if (++looked > MOST_LOOKED_AT) return { choices: found, more: count - found.length };
        const name = `${place.within.join(' ')} ${choice.label} ${choice.id}`.toLowerCase();
        if (choice.column && words.every(word => name.includes(word))) {
          count++;
          if (found.length < MOST_FOUND) found.push({ choice, within: place.within });
        }
        if (choice.inside && depth + 1 < DEPTH)
          deeper.push({ choices: choice.inside.choices, within: [...place.within, choice.label] });
      }
    }
    level = deeper;
  }
  return { choices: found, more: count - found.length };
}
