/** Figures of two requests beside each other; those that differ stand out. Needs the texts of english/comparing.ts. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import './compare.css';

/** The table: the name of each figure, that of the first, that of the second. */
export function CompareFigures({ figures }: { figures: readonly (readonly [string, string, string])[] }): ReactNode {
  const text = useText();
  return (
    <table className="compare-figures">
      <caption className="visually-hidden">{text('wire.timing')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{text('wire.compareFirst')}</th>
          <th scope="col">{text('wire.compareSecond')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(([name, first, second]) => (
          <tr key={name} className={first === second ? undefined : 'compare-differs'}>
            <th scope="row">{name}</th>
            <td>{first}</td>
            <td>{second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
