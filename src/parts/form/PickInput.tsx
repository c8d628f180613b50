/**
 * A control whose value is the key of something that people know by a name: beside it a list to search and choose from (the WAI-ARIA pattern of
 * a combobox with a list), beneath it the name of what is chosen. The key can always be typed as well.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { systemClock } from '../../lib/clock';
import type { RecordChoice, RecordChoices } from '../../session/history/recordChoices';
import { Popover } from '../../ui/frame/Popover';
import { Button } from '../../ui/inputs/Button';
import { SearchInput } from '../../ui/inputs/SearchInput';
import { StillWaiting } from '../StillWaiting';

/** How long typing has to rest, in ms. */
const REST_MS = 200;

/** The control with the list beside it. */
export function PickInput({
  source,
  value,
  onChoose,
  disabled,
  children,
}: {
  source: RecordChoices;
  /** The key in the control; '' for none. */
  value: string;
  onChoose: (key: string) => void;
  disabled: boolean;
  /** The control itself. */
  children: ReactNode;
}): ReactNode {
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [named, setNamed] = useState<{ key: string; name: string | null }>({ key: '', name: null });
  useEffect(() => {
    if (value === '' || named.key === value) return;
    let over = false;
    const timer = setTimeout(async () => {
      const name = await source.name(value);
      if (!over) setNamed({ key: value, name });
    }, REST_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [source, value, named.key]);
  return (
    <div className="pick-input">
      <div className="pick-control">
        {children}
        <Button
          ref={button}
          icon="search"
          disabled={disabled}
          aria-haspopup="listbox"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {text('form.pick')}
        </Button>
      </div>
      {named.name !== null && named.key === value ? (
        <p className="pick-name" dir="auto">
          {named.name}
        </p>
      ) : null}
      <Popover open={open} onClose={() => setOpen(false)} anchor={button} align="end" role="group" label={source.label}>
        <PickList
          source={source}
          onChoose={choice => {
            setNamed({ key: choice.key, name: choice.label === choice.key ? null : choice.label });
            onChoose(choice.key);
            setOpen(false);
          }}
        />
      </Popover>
    </div>
  );
}

function PickList({ source, onChoose }: { source: RecordChoices; onChoose: (choice: RecordChoice) => void }): ReactNode {
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Awaited<ReturnType<RecordChoices['search']>> | undefined>(undefined);
  const [active, setActive] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [isAsking, setAsking] = useState(true);
  const asking = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let over = false;
    const controller = new AbortController();
    asking.current = controller;
    setAsking(true);
    const timer = setTimeout(
      async () => {
        const next = await source.search(typed, controller.signal);
        if (over) return;
        setAsking(false);
        setFound(next);
        setActive(0);
      },
      typed === '' ? 0 : REST_MS,
    );
    return () => {
      over = true;
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, typed, attempt]);
  const retry = (): void => {
    setFound(undefined);
    setAttempt(attempt + 1);
  };
  const line = useRef<HTMLInputElement>(null);
  // Not by autoFocus: the list is put into the top layer, and so to be seen, after it was mounted.
  useEffect(() => line.current?.focus(), []);
  const choices = found?.choices ?? [];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive(Math.min(choices.length - 1, active + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
    else if (event.key === 'Enter') {
      const choice = choices[active];
      if (choice) onChoose(choice);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="pick-list">
      <SearchInput
        ref={line}
        label={text('form.pickSearch', { label: source.label })}
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-activedescendant={choices.length > 0 ? `${id}-${active}` : undefined}
      />
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={source.label}
        className="pick-choices"
        aria-busy={found === undefined}
      >
        {choices.map((choice, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the search line, which keeps the focus
          <div
            key={choice.key}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={at === active ? 'pick-choice pick-choice-active' : 'pick-choice'}
            ref={element => {
              if (at === active) element?.scrollIntoView?.({ block: 'nearest' });
            }}
            onPointerMove={() => setActive(at)}
            onClick={() => onChoose(choice)}
          >
            <span className="truncate" dir="auto">
              {choice.label}
            </span>
            {choice.detail ? (
              <span className="quiet truncate" dir="auto">
                {choice.detail}
              </span>
            ) : null}
          </div>
        ))}
      </div>
      <StillWaiting clock={systemClock} isWaiting={isAsking} onStop={() => asking.current?.abort()} />
      {found === null ? (
        <Button icon="refresh" onClick={retry}>
          {text('errors.retry')}
        </Button>
      ) : null}
      <p className="pick-note quiet" role="status">
        {found === undefined
          ? text('ui.loading')
          : found === null
            ? text('form.pickFailed')
            : choices.length === 0
              ? text('ui.noMatches')
              : found.more
                ? text('form.pickMore')
                : null}
      </p>
    </div>
  );
}
