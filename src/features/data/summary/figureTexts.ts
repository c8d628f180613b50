/** Texts of the figures, of the area `data`. */
import type { Figure } from '../../../schema/aggregates/aggregateSource';

/** Keys of the texts. */
export const FIGURE_TEXTS = {
  sum: 'data.figureSum',
  average: 'data.figureAverage',
  min: 'data.figureMin',
  max: 'data.figureMax',
} as const satisfies Record<Figure, string>;
