/** The options of the Query screen: additions to the request, mocked fields, and the key bindings of the editor. */
import { type ReactNode, useEffect, useState } from 'react';
import { queryOptions } from '../../../i18n/english/query/queryOptions';
import { useText } from '../../../i18n/LanguageProvider';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { Dialog } from '../../../ui/frame/Dialog';
import { Field } from '../../../ui/inputs/Field';
import { Checkbox, Select } from '../../../ui/inputs/Select';
import { TextArea } from '../../../ui/inputs/TextArea';
import { TextInput } from '../../../ui/inputs/TextInput';
import { useReadable } from '../../../ui/useReadable';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { editorKeysOf } from '../editor/editorKeys';
import { announcesOnError, ERROR_BEHAVIOURS, type ErrorBehaviour, errorBehaviour } from './errorBehaviour';
import { unknownCoordinates } from './mockedFields';
import { type QueryOptions, queryOptionsOf } from './queryOptions';

/** Props of `OptionsDialog`. */
export interface OptionsDialogProps {
  session: Session;
  /** Null while the schema is not loaded. */
  model: SchemaModel | null;
  onClose: () => void;
}

const LABELS = {
  NULL: 'query.optionErrorsNull',
  PROPAGATE: 'query.optionErrorsPropagate',
  HALT: 'query.optionErrorsHalt',
} as const satisfies Record<ErrorBehaviour, string>;

/** Options take effect at once. */
function OptionsDialog({ session, model, onClose }: OptionsDialogProps): ReactNode {
  const text = useText();
  const store = queryOptionsOf(session);
  const options = useReadable(store);
  const keys = editorKeysOf(session);
  const chosenKeys = useReadable(keys.chosen);
  const hasOnError = useAnnounced(session, model);
  const mocked = typeof options.mocked === 'string' ? options.mocked : '';
  const unknown = model ? unknownCoordinates(model, mocked) : [];
  /** Options that are off are not stored. */
  const set = (change: QueryOptions): void =>
    store.update(now => Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value)));
  return (
    <Dialog open title={text('query.optionsTitle')} onClose={onClose}>
      <Field label={text('query.optionErrors')} help={text(hasOnError ? 'query.optionErrorsHelp' : 'query.optionErrorsNone')}>
        {control => (
          <Select
            {...control}
            value={errorBehaviour(options.onError) ?? ''}
            disabled={!hasOnError}
            options={[
              { value: '', label: text('query.optionErrorsDefault') },
              ...ERROR_BEHAVIOURS.map(value => ({ value, label: text(LABELS[value]) })),
            ]}
            onChange={onError => set({ onError })}
          />
        )}
      </Field>
      <Checkbox
        label={text('query.optionArguments')}
        help={text('query.optionArgumentsHelp')}
        checked={options.fragmentArguments === true}
        onChange={fragmentArguments => set({ fragmentArguments })}
      />
      <Field
        label={text('query.optionMocked')}
        help={text('query.optionMockedHelp', { example: 'Ship.name' })}
        error={unknown.length > 0 ? text('query.optionMockedUnknown', { names: unknown.join(', ') }) : undefined}
      >
        {control => <TextArea {...control} code value={mocked} onChange={value => set({ mocked: value })} />}
      </Field>
      <Field label={text('query.optionSeed')} help={text('query.optionSeedHelp')}>
        {control => <TextInput {...control} value={String(options.seed ?? '')} onChange={seed => set({ seed })} />}
      </Field>
      <Field label={text('query.optionKeys')}>
        {control => (
          <Select
            {...control}
            value={chosenKeys ?? ''}
            options={[
              { value: '', label: text('query.optionKeysDefault') },
              { value: 'vim', label: 'Vim' },
              { value: 'emacs', label: 'Emacs' },
            ]}
            onChange={value => keys.choose(value === '' ? null : value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

/** Returns whether the API announces support for `onError`; false while that is unknown. */
function useAnnounced(session: Session, model: SchemaModel | null): boolean {
  const [of, setOf] = useState<SchemaModel | null>(null);
  useEffect(() => {
    let isHere = true;
    void announcesOnError(session).then(is => isHere && is && setOf(model));
    return () => {
      isHere = false;
    };
  }, [session, model]);
  return model !== null && of === model;
}

/** The lazy entry point: loads the messages and icons with the component. */
export default withMessagesAndIcons({ query: queryOptions }, OptionsDialog);
