/** Form fields for environments: the one in use, names, and one line per variable. Values of secrets are hidden. */
import { type ReactNode, useId, useRef } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Text } from '../../i18n/language';
import type { EnvironmentProblem } from '../../session/environments/chooseEnvironment';
import type { Environment, Environments, EnvironmentVariable, environmentProblem } from '../../session/environments/environments';
import { Button, IconButton } from '../../ui/inputs/Button';
import { Field, FieldGroup } from '../../ui/inputs/Field';
import { Checkbox, Select } from '../../ui/inputs/Select';
import { TextInput } from '../../ui/inputs/TextInput';
import { useLineFocus } from '../../ui/inputs/useLineFocus';
import './EnvironmentFields.css';

/** Why the edited environments cannot be used. */
export type EnvironmentsTrouble = EnvironmentProblem | NonNullable<ReturnType<typeof environmentProblem>>;

/** Props of `EnvironmentFields`. */
export interface EnvironmentFieldsProps extends Pick<Environments, 'chosen' | 'list'> {
  trouble: EnvironmentsTrouble | null;
  /** Hides the label, if the fields have a heading. Default false. */
  hideLabel?: boolean;
  onChange: (next: Pick<Environments, 'chosen' | 'list'>) => void;
}

/** Example of a variable in a text. */
const EXAMPLE = '{{region}}';

export function EnvironmentFields({ chosen, list, trouble, hideLabel, onChange }: EnvironmentFieldsProps): ReactNode {
  const text = useText();
  // While a name is being typed, two environments can briefly have the same name, so the choice is tracked by index.
  const chosenAt = useRef(-1);
  const { box, onAdded, onRemoved } = useLineFocus('.environment');
  const placeOfChosen = (): number =>
    list[chosenAt.current]?.name === chosen ? chosenAt.current : list.findIndex(({ name }) => name === chosen);
  const put = (at: number, next: Environment): void => {
    chosenAt.current = placeOfChosen();
    onChange({
      chosen: chosenAt.current === at ? next.name : chosen,
      list: list.map((each, place) => (place === at ? next : each)),
    });
  };
  const remove = (at: number): void => {
    const place = placeOfChosen();
    chosenAt.current = place > at ? place - 1 : place === at ? -1 : place;
    onChange({ chosen: place === at ? null : chosen, list: list.filter((_, each) => each !== at) });
    onRemoved();
  };
  const add = (): void => {
    let number = list.length + 1;
    while (list.some(({ name }) => name === `${number}`)) number += 1;
    // A new environment starts with the variables of the first one, without values.
    const variables = (list[0]?.variables ?? [EMPTY]).map(variable => ({ ...variable, value: '' }));
    const name = String(number);
    onChange({ chosen: chosen ?? name, list: [...list, { name, variables }] });
    onAdded();
  };
  return (
    <FieldGroup
      label={text('environments.title')}
      hideLabel={hideLabel}
      help={text('environments.help', { example: EXAMPLE })}
      error={trouble ? troubleWords(text, trouble) : null}
    >
      {list.length > 0 ? (
        <Field label={text('environments.chosen')}>
          {control => (
            <Select
              {...control}
              value={chosen ?? ''}
              options={[
                { value: '', label: text('environments.none') },
                ...[...new Set(list.map(({ name }) => name))].filter(Boolean).map(name => ({ value: name, label: name })),
              ]}
              onChange={name => {
                chosenAt.current = -1;
                onChange({ chosen: name === '' ? null : name, list });
              }}
            />
          )}
        </Field>
      ) : null}
      <div ref={box} className="environments">
        {list.map((environment, at) => (
          // Environments are identified by index, because their names change while typing.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <EnvironmentBox key={at} environment={environment} onChange={next => put(at, next)} onRemove={() => remove(at)} />
        ))}
        <div>
          <Button kind="quiet" icon="plus" onClick={add}>
            {text('environments.add')}
          </Button>
        </div>
      </div>
    </FieldGroup>
  );
}

const EMPTY: EnvironmentVariable = { name: '', value: '', secret: false };

function EnvironmentBox({
  environment,
  onChange,
  onRemove,
}: {
  environment: Environment;
  onChange: (next: Environment) => void;
  onRemove: () => void;
}): ReactNode {
  const text = useText();
  const headId = useId();
  const { name, variables } = environment;
  const { box, onAdded, onRemoved } = useLineFocus('.environment-variable');
  const put = (at: number, change: Partial<EnvironmentVariable>): void =>
    onChange({ name, variables: variables.map((each, place) => (place === at ? { ...each, ...change } : each)) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers announce a nested fieldset as the same group twice
    <div ref={box} role="group" className="environment" aria-labelledby={headId}>
      <span id={headId} className="visually-hidden">
        {name}
      </span>
      <div className="environment-head">
        <TextInput
          aria-label={text('environments.name')}
          placeholder={text('environments.name')}
          value={name}
          onChange={next => onChange({ name: next, variables })}
        />
        <IconButton icon="trash" label={text('environments.remove', { name })} onClick={onRemove} />
      </div>
      {variables.map((variable, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: variables are identified by index, because their names change while typing
        <div key={at} className="environment-variable">
          <TextInput
            code
            aria-label={text('environments.variable')}
            placeholder={text('environments.variable')}
            value={variable.name}
            onChange={next => put(at, { name: next.trim() })}
          />
          <TextInput
            code
            type={variable.secret ? 'password' : 'text'}
            autoComplete="new-password"
            aria-label={text('environments.value', { name: variable.name })}
            value={variable.value}
            onChange={value => put(at, { value })}
          />
          <Checkbox label={text('environments.secret')} checked={variable.secret} onChange={secret => put(at, { secret })} />
          <IconButton
            icon="close"
            label={text('environments.variableRemove', { name: variable.name })}
            onClick={() => {
              onChange({ name, variables: variables.filter((_, place) => place !== at) });
              onRemoved();
            }}
          />
        </div>
      ))}
      <div>
        <Button
          kind="quiet"
          icon="plus"
          onClick={() => {
            onChange({ name, variables: [...variables, EMPTY] });
            onAdded();
          }}
        >
          {text('environments.variableAdd')}
        </Button>
      </div>
    </div>
  );
}

/** The error message. */
export function troubleWords(text: Text, { code, name }: EnvironmentsTrouble): string {
  switch (code) {
    case 'unset':
      return text('environments.unset', { name });
    case 'address':
      return text('environments.secretInAddress', { name });
    case 'endpoint':
      return text('environments.badEndpoint', { name });
    case 'name':
      return text('environments.badName');
    case 'variable':
      return text('environments.badVariable', { name });
    case 'twice':
      return text('environments.twice', { name });
    case 'long':
      return text('environments.tooLong', { name });
    case 'many':
      return text('environments.tooMany', { name });
  }
}
