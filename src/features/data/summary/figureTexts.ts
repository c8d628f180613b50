/** Message keys of the figures. */
import type { Figure } from '../../../schema/aggregates/aggregateSource';

/** Message keys by figure. */
export const FIGURE_TEXTS = {
  sum: 'data.figureSum',
  average: 'data.figureAverage',
  min: 'data.figureMin',
  max: 'data.figureMax',
} as const satisfies Record<Figure, string>;
