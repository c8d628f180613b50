/** English texts that come with a lazily loaded screen. */
import type { ComponentType, ReactNode } from 'react';
import { useLanguage } from './LanguageProvider';
import type { CatalogueSource } from './language';

/** A component that makes sure that the texts of some areas are known before it renders: `knowing({ query }, QueryScreen)`. */
export function knowing<Props extends object>(areas: CatalogueSource, Screen: ComponentType<Props>): ComponentType<Props> {
  return function Knowing(props: Props): ReactNode {
    // Again for every language: each has to know what the catalogue may lack.
    useLanguage().learn(areas);
    return <Screen {...props} />;
  };
}
