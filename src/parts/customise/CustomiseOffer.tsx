/** Controls for the settings of a whole collection, action, feed or record type, such as label and group. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Presentation, PresentedOffer } from '../../lib/page/presentation';
import { Field } from '../../ui/inputs/Field';
import { Checkbox, Select } from '../../ui/inputs/Select';
import { TextInput } from '../../ui/inputs/TextInput';
import { ownText, type Subject, withOffer, withText, withType } from './subject';

const PLACES = 20;

export function CustomiseOffer({
  draft,
  subject: { offer, typeName },
  name,
  tag,
  view,
  onChange,
}: {
  draft: Presentation;
  subject: Subject;
  /** Its present label. */
  name: string;
  tag: string;
  view: URLSearchParams | undefined;
  onChange: (draft: Presentation) => void;
}): ReactNode {
  const text = useText();
  const own: PresentedOffer = (offer ? draft[offer.area].get(offer.id) : draft.types.get(typeName ?? '')) ?? {};
  const change = (parts: { [Part in keyof PresentedOffer]?: PresentedOffer[Part] | undefined }): void =>
    onChange(offer ? withOffer(draft, offer, parts as PresentedOffer) : withType(draft, typeName ?? '', parts as PresentedOffer));
  const words = (part: 'label' | 'description' | 'group', label: string): ReactNode => (
    <Field label={label}>
      {control => (
        <TextInput
          {...control}
          dir="auto"
          maxLength={part === 'description' ? 2000 : 200}
          placeholder={part === 'label' && own.label === undefined ? name : undefined}
          value={ownText(own[part], tag)}
          onChange={value => change({ [part]: withText(own[part], tag, value) })}
        />
      )}
    </Field>
  );
  const places = Array.from({ length: PLACES }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));
  return (
    <div className="customise-offer">
      {words('label', text('customise.label'))}
      {words('description', text('customise.description'))}
      {offer === null ? null : (
        <>
          {words('group', text('customise.group'))}
          <Field label={text('customise.place')}>
            {control => (
              <Select
                {...control}
                value={own.order === undefined ? '' : String(own.order)}
                options={[
                  { value: '', label: text('customise.placeOwn') },
                  ...places,
                  // An imported file can contain a higher number.
                  ...(own.order === undefined || places.some(({ value }) => value === String(own.order))
                    ? []
                    : [{ value: String(own.order), label: String(own.order) }]),
                ]}
                onChange={value => change({ order: value === '' ? undefined : Number(value) })}
              />
            )}
          </Field>
          <Checkbox
            label={text('customise.hidden')}
            checked={own.hidden === true}
            onChange={hidden => change({ hidden: hidden || undefined })}
          />
        </>
      )}
      {view === undefined ? null : (
        <Checkbox
          label={text('customise.view')}
          checked={own.view !== undefined}
          onChange={chosen => change({ view: chosen ? new Map(view) : undefined })}
        />
      )}
    </div>
  );
}
