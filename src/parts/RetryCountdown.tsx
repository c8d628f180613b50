/**
 * Shown if the server requests a wait before the next attempt: counts down and then retries automatically, unless the user stops it. Only for
 * requests that change no data. The number of retries and the wait are limited, so that a server cannot keep a page retrying.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorsMore } from '../i18n/english/errorsMore';
import { useFormats, useText } from '../i18n/LanguageProvider';
import { withMessages } from '../i18n/withMessages';
import type { Clock } from '../lib/clock';
import type { RetryAfter } from '../transport/http/retryAfter';
import { Button } from '../ui/inputs/Button';
import { useNow } from '../ui/useNow';
import './RetryCountdown.css';

/** Props of `RetryCountdown`. */
export interface RetryCountdownProps {
  wait: RetryAfter;
  clock: Clock;
  /** Retries the request. Default: the wait is only shown. */
  onAsk?: (() => void) | undefined;
  /** Called when the user presses Stop. */
  onStop?: (() => void) | undefined;
}

/** A longer wait is shown, but there is no automatic retry. */
const LONGEST_MS = 600_000;
/** Maximum number of automatic retries in a row. */
const MOST_TIMES = 5;
const SECOND = 1000;

function RetryCountdown({ wait, clock, onAsk, onStop }: RetryCountdownProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [stopped, setStopped] = useState<RetryAfter | null>(null);
  const isObeyed = onAsk !== undefined && stopped !== wait && wait.ms <= LONGEST_MS && wait.times <= MOST_TIMES;
  const now = useNow(clock, isObeyed ? SECOND : null);
  const ask = useRef(onAsk);
  ask.current = onAsk;
  useEffect(() => {
    if (!isObeyed) return;
    const timer = clock.after(Math.max(0, wait.until - clock.now()), () => ask.current?.());
    return () => clock.cancel(timer);
  }, [clock, isObeyed, wait]);
  const left = Math.max(0, Math.ceil((wait.until - now) / SECOND)) * SECOND;
  return (
    <div className="retry-countdown">
      <span role="status">
        {text('errors.waitAsked', { time: formats.duration(wait.ms) })}
        {isObeyed ? ` ${text('errors.asksAgain')}` : ''}
      </span>
      {isObeyed ? (
        <>
          {/* The timer role is not announced every second; screen reader users read it on demand. */}
          <span role="timer" className="numeric">
            {formats.duration(Math.min(left, Math.max(wait.ms, SECOND)))}
          </span>
          <Button
            onClick={() => {
              setStopped(wait);
              onStop?.();
            }}
          >
            {text('errors.stop')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

export default withMessages({ errors: errorsMore }, RetryCountdown);
