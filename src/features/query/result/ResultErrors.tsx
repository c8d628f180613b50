/** The errors of an answer, each with its place in the document. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { Icon } from '../../../ui/text/Icon';
import type { TextPlace } from '../editor/document/documentTools';
import type { RunError } from '../queryRun';

/** The errors, the first hundred of them. */
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
          // The same error may come twice; the list never changes its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={at}>
            <span dir="auto">{error.message.slice(0, 2000)}</span>
            {error.path ? <code className="quiet"> {error.path.join('.')}</code> : null}
            {error.place ? <PlaceLink place={error.place} onPlace={onPlace} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A place of the document that can be pressed. */
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
