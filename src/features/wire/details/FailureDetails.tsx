/** Details of a failure: the transport's tag, and all messages of the server. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Failure } from '../../../transport/observe/failure';
import { isNoResponseMessage } from '../../../transport/observe/isNoResponseMessage';
import { Pill } from '../../../ui/text/Pill';
import { failureHelp } from './stepWords';
import './FailureDetails.css';

/** Maximum number of errors shown. */
const SHOWN = 20;

export function FailureDetails({ failure }: { failure: Failure }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const errors = 'errors' in failure ? failure.errors : [];
  const serverText =
    failure.tag === 'parse'
      ? failure.bodyText
      : errors.length === 0 && !isNoResponseMessage(failure.message)
        ? failure.message
        : '';
  return (
    <section className="failure-details" aria-label={text('wire.errorSection')}>
      <p className="failure-details-head">
        <Pill tone="danger" title={text('wire.stepFailed', { tag: failure.tag })}>
          <span className="code">{failure.tag}</span>
        </Pill>
        <span>{failureHelp({ text, formats }, failure)}</span>
      </p>
      {errors.length > 0 ? (
        <ul className="failure-details-errors">
          {errors.slice(0, SHOWN).map((error, at) => (
            // Two errors can have the same message; the order of the list never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={at}>
              <span className="failure-details-message" dir="auto">
                {error.message.slice(0, 1000)}
              </span>
              {error.path ? <span className="quiet code">{text('wire.errorAt', { path: error.path.join('.') })}</span> : null}
              {error.code ? <span className="quiet code">{error.code}</span> : null}
            </li>
          ))}
        </ul>
      ) : serverText === '' ? null : (
        <p className="failure-details-said code" dir="auto">
          {serverText.slice(0, 1000)}
        </p>
      )}
    </section>
  );
}
