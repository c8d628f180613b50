/** The GraphQL errors of a result, with links to their locations in the document. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { Icon } from '../../../ui/text/Icon';
import type { TextPlace } from '../editor/document/documentTools';
import type { RunError } from '../run/queryRun';

/** Shows at most 100 errors. */
export function ResultErrors({
  errors,
  onPlace,
}: {
  errors: readonly RunError[];
  onPlace: (place: TextPlace) => void;
}): ReactNode {
  const text = useText();
  return (
    <div className="query-errors" role="alert">
      <p className="query-errors-title">
        <Icon name="error" />
        {text('query.errors', { count: errors.length })}
      </p>
      <ul>
        {errors.slice(0, 100).map((error, at) => (
          // The same error can occur twice. The order of the list never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={at}>
            <span dir="auto">{error.message.slice(0, 2000)}</span>
            {/* The space is outside the code, which is left to right in every language. */}
            {error.path ? ' ' : null}
            {error.path ? <code className="quiet">{error.path.join('.')}</code> : null}
            {error.place ? <PlaceLink place={error.place} onPlace={onPlace} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A button that selects a location in the document. */
export function PlaceLink({ place, onPlace }: { place: TextPlace; onPlace: (place: TextPlace) => void }): ReactNode {
  const text = useText();
  return (
    <>
      {' '}
      <button
        type="button"
        className="query-place"
        aria-label={text('query.errorGoTo', { ...place })}
        onClick={() => onPlace(place)}
      >
        {text('query.errorPlace', { ...place })}
      </button>
    </>
  );
}
