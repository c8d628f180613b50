/** Menu of earlier inputs of this action, to put one back into the form. */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { isPlain } from '../../../schema/model/argumentPath';
import type { Action } from '../../../schema/mutations/actions';
import type { Session } from '../../../session/connections/session';
import { Menu } from '../../../ui/frame/menu/Menu';
import { Button } from '../../../ui/inputs/Button';
import { useReadable } from '../../../ui/useReadable';
import { actionRunsOf } from '../run/actionRuns';
import { createSentInputs, type SentInput } from './sentInputs';

/** Renders nothing until an input has been sent. */
export function RecentInputs({
  session,
  action,
  disabled,
  onChoose,
}: {
  session: Session;
  action: Action;
  disabled: boolean;
  onChoose: (variables: Readonly<Record<string, unknown>>) => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const inputs = useMemo(() => createSentInputs(session), [session]);
  const [list, setList] = useState<readonly SentInput[]>([]);
  const { state } = useReadable(actionRunsOf(session).run(action.id));
  // The list is read again after each run.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    let left = false;
    void inputs.list(action.id).then(found => {
      if (!left) setList(found);
    });
    return () => {
      left = true;
    };
  }, [inputs, action.id, state]);
  if (list.length === 0) return null;
  const now = session.clock.now();
  return (
    <Menu
      align="end"
      label={text('actions.recentInputs')}
      items={[
        ...list.map(entry => ({
          label: summary(entry.variables) || '–',
          hint: formats.relative(entry.at, now),
          onSelect: () => onChoose(entry.variables),
        })),
        { line: true as const },
        {
          label: text('actions.forgetRecent'),
          icon: 'trash' as const,
          onSelect: () => void inputs.clear(action.id).then(() => setList([])),
        },
      ]}
    >
      {trigger => (
        <Button {...trigger} kind="quiet" icon="history" disabled={disabled}>
          <span className="narrow-hidden">{text('actions.recent')}</span>
        </Button>
      )}
    </Menu>
  );
}

const MOST_VALUES = 4;
const LONGEST = 70;

/** Returns the first few values of an input, to recognise it by. */
function summary(variables: Readonly<Record<string, unknown>>): string {
  const values: string[] = [];
  const gather = (value: unknown): void => {
    if (values.length >= MOST_VALUES) return;
    if (Array.isArray(value)) for (const item of value) gather(item);
    else if (isPlain(value)) for (const inner of Object.values(value)) gather(inner);
    else if (value !== null && value !== undefined && value !== '') values.push(String(value));
  };
  gather(variables);
  const line = values.join(' · ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
