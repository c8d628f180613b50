/**
 * The English messages of the first screen. The messages of a feature are in its chunk (`withMessages`), so that the first screen does not load
 * those of other screens.
 */
import { errors } from './english/errors';
import { shell } from './english/shell';
import { ui } from './english/ui';

export const firstEnglish = { shell, ui, errors } as const;
