/**
 * The English texts of the first screen's own parts. Those of a feature are in the feature's chunk (`withMessages`), so that the first screen
 * does not load the texts of other screens.
 */
import { errors } from './english/errors';
import { shell } from './english/shell';
import { ui } from './english/ui';

export const firstEnglish = { shell, ui, errors } as const;
