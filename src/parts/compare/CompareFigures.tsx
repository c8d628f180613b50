/** A table that compares figures of two requests and highlights differences. Needs the messages of english/comparing.ts. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import './compare.css';

/** `figures`: rows of name, value of the first request, value of the second request. */
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
