/**
 * The English texts of the first screen's own parts. Those of a feature come with the feature (`Knowing`), so that nobody waits for the
 * words of a screen that is not in view.
 */
import { errors } from './english/errors';
import { shell } from './english/shell';
import { ui } from './english/ui';

export const firstEnglish = { shell, ui, errors } as const;
