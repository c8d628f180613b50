/**
 * A control for the key of a record, with a button that opens a searchable list of records (WAI-ARIA combobox pattern). The name of the chosen
 * record is shown in the box, before the key. The key can also be typed; if a name is typed instead, the records with it are offered below, and
 * Enter, Tab or sending the form takes the only one with exactly this name.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import { systemClock } from '../../lib/clock';
import type { RecordChoice, RecordChoices } from '../../session/history/recordChoices';
import type { Failure } from '../../transport/observe/failure';
import { Popover } from '../../ui/frame/menu/Popover';
import { Button } from '../../ui/inputs/Button';
import { SearchInput } from '../../ui/inputs/SearchInput';
import { valueText } from '../../ui/table/valueText';
import { failureTexts, failureWords } from '../FailureState';
import { StillWaiting } from '../StillWaiting';
import { useIsAnonymous } from '../useIsAnonymous';
import { usePrepared } from '../usePrepared';
import { useHeldSubmit } from './useHeldSubmit';
import { useRested } from './useRested';

/** Renders the control with the button and the list. */
export function PickInput({
  source,
  readsNames,
  value,
  onChoose,
  disabled,
  children,
}: {
  source: RecordChoices;
  /** The caller looks up a typed name itself. */
  readsNames: boolean;
  /** The key in the control; '' for none. */
  value: string;
  onChoose: (key: string) => void;
  disabled: boolean;
  /** The input for the key. */
  children: ReactNode;
}): ReactNode {
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  const control = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<RecordChoice | null>(null);
  const rested = useRested(value);
  const isNamed = rested === '' || rested !== value || chosen?.key === value;
  const nameQuery = useMemo(() => (isNamed ? null : source.name(rested)), [source, rested, isNamed]);
  const found = usePrepared(nameQuery, { acceptCached: true, screen: 'actions' });
  const name = chosen?.key === value ? (chosen.label === value ? null : chosen.label) : found.isOld ? null : found.value;
  const isMissing =
    nameQuery !== null && !found.isLoading && !found.isOld && found.value === null && isWithoutRecord(found.failure);
  const isUnknown = isMissing || !(isNamed || source.isKey(rested));
  const wanted = rested.trim();
  const searchQuery = useMemo(() => (isUnknown ? source.search(wanted) : null), [isUnknown, source, wanted]);
  const search = usePrepared(searchQuery, { acceptCached: true, screen: 'actions' });
  const fitting = !isUnknown || search.value === null || search.isOld ? null : source.fitting(search.value, wanted);
  const [exact = null, ...others] = fitting?.choices.filter(({ label }) => label === wanted) ?? [];
  // If the list is incomplete, a record that was not returned may have the same name.
  const only = others.length > 0 || fitting?.more === true ? null : exact;
  const choose = (choice: RecordChoice): string => {
    setChosen(choice);
    onChoose(choice.key);
    return choice.key;
  };
  const focusInput = (): void => control.current?.querySelector('input')?.focus();
  const isOpen = value !== '' && chosen?.key !== value && (rested !== value || found.isLoading || search.isLoading);
  const isOffered = fitting !== null && fitting.choices.length > 0;
  const typed = disabled || readsNames ? 'key' : isOpen ? 'open' : only ? 'named' : isOffered ? 'several' : 'key';
  // Otherwise the name would be sent as the key.
  const { isHeld, release } = useHeldSubmit(control, value, typed, () => (only ? choose(only) : value), focusInput);
  const stop = (): void => {
    release();
    if (found.isLoading) found.stop();
    if (search.isLoading) search.stop();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isEnd = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey);
    const isTyping = event.target instanceof HTMLInputElement && control.current?.contains(event.target);
    if (isEnd && isTyping && only && !event.nativeEvent.isComposing) {
      if (event.key === 'Enter') event.preventDefault();
      choose(only);
    } else moveFocus(event, focusInput);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the input and of the records below it
    <div className="pick-input" onKeyDown={onKeyDown}>
      <div className="pick-control">
        <div ref={control} className={name === null ? 'pick-box' : 'pick-box pick-named'}>
          {name === null ? null : (
            <span className="pick-name truncate" dir="auto" title={name}>
              {name}
            </span>
          )}
          {children}
        </div>
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
      <Popover open={open} onClose={() => setOpen(false)} anchor={button} align="end" role="group" label={source.label}>
        <PickList
          source={source}
          onChoose={choice => {
            choose(choice);
            setOpen(false);
          }}
        />
      </Popover>
      <StillWaiting clock={systemClock} isWaiting={isHeld} onStop={stop} />
      {isOffered && !open && !disabled ? (
        <ul className="pick-named-list" aria-label={source.label}>
          {fitting.choices.slice(0, MOST_NAMED).map(choice => (
            <li key={choice.key}>
              <Button
                kind="quiet"
                onClick={() => {
                  choose(choice);
                  focusInput();
                }}
              >
                <bdi>{choice.label}</bdi>
                <bdi className="quiet">{choice.key}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** True if a lookup found no record. Some servers refuse a name in place of a number with status 400. */
const isWithoutRecord = (failure: Failure | null): boolean =>
  failure === null || failure.tag === 'graphql' || (failure.tag === 'http' && failure.status === 400);

/** The arrow keys move the focus from the input to the records offered below it, along them, and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>, focusInput: () => void): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const records = [...event.currentTarget.querySelectorAll<HTMLElement>('.pick-named-list button')];
  const at = records.indexOf(event.target as HTMLElement);
  if (step === 0 || (at < 0 && (step < 0 || !(event.target instanceof HTMLInputElement)))) return;
  const next = records[at + step];
  if (next) next.focus();
  else if (at === 0) focusInput();
  else return;
  event.preventDefault();
}

/** Maximum number of records that are offered for a typed name. */
const MOST_NAMED = 5;

function PickList({ source, onChoose }: { source: RecordChoices; onChoose: (choice: RecordChoice) => void }): ReactNode {
  const language = useLanguage();
  language.addMessages(failureTexts);
  const { text, formats } = language;
  const isAnonymous = useIsAnonymous();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const wanted = useRested(typed);
  const searchQuery = useMemo(() => source.search(wanted), [source, wanted]);
  const { value, isOld, failure, isLoading, refresh, stop } = usePrepared(searchQuery, { acceptCached: true, screen: 'actions' });
  // After a failure, an empty list does not mean that no record matches.
  const hasFailed = failure !== null && (isOld || value === null || value.choices.length === 0);
  const found = useMemo(
    () => (value === null || hasFailed ? null : source.fitting(value, wanted)),
    [source, value, hasFailed, wanted],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result starts at its first record
  useEffect(() => setActive(0), [found]);
  const searchInput = useRef<HTMLInputElement>(null);
  // autoFocus does not work here: the popover is not visible until it enters the top layer, after mounting.
  useEffect(() => searchInput.current?.focus(), []);
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
        ref={searchInput}
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
        aria-busy={found === null && !hasFailed}
      >
        {choices.map((choice, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search input keeps the focus and handles the keys
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
            {choice.details.length > 0 ? (
              <span className="quiet truncate" dir="auto">
                {choice.details.map(({ value, kind }) => valueText(value, kind, formats, text)).join(' · ')}
              </span>
            ) : null}
          </div>
        ))}
      </div>
      <StillWaiting clock={systemClock} isWaiting={isLoading} onStop={stop} />
      {hasFailed ? (
        <Button icon="refresh" onClick={refresh}>
          {text('errors.retry')}
        </Button>
      ) : null}
      <p className="pick-note quiet" role="status">
        {hasFailed
          ? failure.tag === 'auth'
            ? failureWords(text, isAnonymous ? { ...failure, signedOut: true } : failure, '').title
            : text('form.pickFailed')
          : found === null
            ? text('ui.loading')
            : choices.length === 0
              ? text('ui.noMatches')
              : found.more
                ? text('form.pickMore')
                : null}
      </p>
    </div>
  );
}
