/** The result of each row of a job; rows that need attention come first. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import { Button } from '../../../../ui/inputs/Button';
import { Pill } from '../../../../ui/text/Pill';
import { useReadable } from '../../../../ui/useReadable';
import { endedWords } from '../../countedList';
import { STATE_TONES } from '../../edit/review/stateTones';
import { countRows, type JobState, type RowJob } from './rowJob';

const STATES = {
  waiting: 'data.stateWaiting',
  sending: 'data.stateSending',
  sent: 'data.stateSent',
  refused: 'data.stateRefused',
  unknown: 'data.stateUnknown',
  notSent: 'data.stateStaged',
} as const satisfies Record<JobState, string>;
const ORDER: readonly JobState[] = ['unknown', 'refused', 'sending', 'notSent', 'waiting', 'sent'];
const MOST_SHOWN = 200;

/** Renders the list. */
export function RowResults({ job }: { job: RowJob }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { rows } = useReadable(job);
  const counts = countRows(rows);
  const sorted = rows.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <>
      <p className="row-results-sum" role="status">
        {endedWords(text, formats, {
          sent: counts.sent,
          refused: counts.refused,
          unknown: counts.unknown,
          open: counts.waiting + counts.sending + counts.notSent,
        })}
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
        tabIndex={0}
        className="row-results"
        aria-label={text('data.resultList')}
      >
        {sorted.slice(0, MOST_SHOWN).map(row => (
          <li key={row.id} className="row-result">
            <strong dir="auto">{row.title}</strong>
            <Pill tone={STATE_TONES[row.state]}>{text(STATES[row.state])}</Pill>
            {row.message === '' ? null : (
              <p className="edit-problem" dir="auto">
                {row.message}
              </p>
            )}
          </li>
        ))}
      </ul>
      {rows.length > MOST_SHOWN ? <p className="quiet">+{rows.length - MOST_SHOWN}</p> : null}
    </>
  );
}

/** Pause, resume and stop buttons. */
export function JobControls({ job }: { job: RowJob }): ReactNode {
  const text = useText();
  const { phase } = useReadable(job);
  if (phase === 'ended') return null;
  return (
    <>
      {/* Has the initial focus: pressing Enter once more must not stop the job. */}
      <Button data-autofocus disabled={phase === 'stopped'} onClick={phase === 'paused' ? job.resume : job.pause}>
        {text(phase === 'paused' ? 'data.editResume' : 'data.editPause')}
      </Button>
      <Button kind="danger" disabled={phase === 'stopped'} onClick={job.stop}>
        {text('data.editStop')}
      </Button>
    </>
  );
}
