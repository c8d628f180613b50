/** Controls for the fields of a record type and for the values of its enums. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { COLOURS, type Presentation } from '../../lib/page/presentation';
import { isPlainLeaf } from '../../schema/collections/displayField';
import { readableName } from '../../schema/model/readableName';
import { type FieldModel, fieldsOf, needsNoArguments, type SchemaModel, typeOf } from '../../schema/model/schemaModel';
import { valueKind } from '../../schema/model/valueKind';
import { Field } from '../../ui/inputs/Field';
import { Checkbox, Select } from '../../ui/inputs/Select';
import { TextInput } from '../../ui/inputs/TextInput';
import { colourOf, formatChoice, formatOf, ownText, withField, withText, withType, withValue } from './subject';

const MOST_FIELDS = 200;
const MOST_VALUES = 100;
const NUMBERS = new Set(['number', 'bigInt', 'decimal']);
const COLOUR_WORDS = {
  neutral: 'customise.colourNeutral',
  ok: 'customise.colourOk',
  busy: 'customise.colourBusy',
  warning: 'customise.colourWarning',
  danger: 'customise.colourDanger',
} as const;

interface PartProps {
  model: SchemaModel;
  draft: Presentation;
  tag: string;
  onChange: (draft: Presentation) => void;
}

export function CustomiseFields({ typeName, ...rest }: PartProps & { typeName: string }): ReactNode {
  const text = useText();
  const { model, draft, onChange } = rest;
  const fields = [...fieldsOf(model.types.get(typeName)).values()]
    .filter(field => needsNoArguments(field) && !field.name.startsWith('__'))
    .slice(0, MOST_FIELDS);
  const plain = fields.filter(field => isPlainLeaf(model, field));
  const currencies = plain.filter(field => /currency/i.test(field.name)).map(field => field.name);
  const presented = draft.types.get(typeName);
  const enums = [...new Set(plain.flatMap(field => typeOf(model, field.type) ?? []))].filter(type => type.kind === 'enum');
  return (
    <>
      <Field label={text('customise.display')}>
        {control => (
          <Select
            {...control}
            value={presented?.display ?? ''}
            options={[
              { value: '', label: text('customise.displayOwn') },
              ...plain.map(({ name, label }) => ({ value: name, label: label ?? readableName(name) })),
            ]}
            onChange={display => onChange(withType(draft, typeName, { display: display === '' ? undefined : display } as object))}
          />
        )}
      </Field>
      <h3 className="customise-head">{text('customise.fields')}</h3>
      <ul className="customise-list">
        {fields.map(field => (
          <FieldRow key={field.name} {...rest} typeName={typeName} field={field} currencies={currencies} />
        ))}
      </ul>
      {enums.map(type => (
        <EnumValues key={type.name} {...rest} enumName={type.name} values={type.values.map(({ name }) => name)} />
      ))}
    </>
  );
}

function FieldRow({
  model,
  draft,
  tag,
  onChange,
  typeName,
  field,
  currencies,
}: PartProps & { typeName: string; field: FieldModel; currencies: readonly string[] }): ReactNode {
  const text = useText();
  const type = draft.types.get(typeName);
  const own = type?.fields?.get(field.name);
  const kind = valueKind(model, field.type, field.name);
  const searched = type?.search ?? [];
  const money = [...new Set([...currencies, ...(own?.format?.currencyField ? [own.format.currencyField] : [])])];
  const change = (parts: object): void => onChange(withField(draft, typeName, field.name, parts));
  return (
    <li className="customise-row">
      <span className="customise-name" dir="ltr">
        {field.name}
      </span>
      <TextInput
        dir="auto"
        maxLength={200}
        aria-label={`${text('customise.label')}: ${field.name}`}
        placeholder={readableName(field.name)}
        value={ownText(own?.label, tag)}
        onChange={value => change({ label: withText(own?.label, tag, value) })}
      />
      <TextInput
        dir="auto"
        maxLength={2000}
        aria-label={`${text('customise.description')}: ${field.name}`}
        placeholder={field.description ?? text('customise.description')}
        value={ownText(own?.description, tag)}
        onChange={value => change({ description: withText(own?.description, tag, value) })}
      />
      {NUMBERS.has(kind) ? (
        <Select
          aria-label={`${text('customise.format')}: ${field.name}`}
          value={formatChoice(own?.format)}
          options={[
            { value: '', label: text('customise.formatOwn') },
            ...(money.length === 0
              ? [{ value: 'money', label: text('customise.formatMoney', { currency: '–' }) }]
              : money.map(name => ({ value: `money:${name}`, label: text('customise.formatMoney', { currency: name }) }))),
            { value: 'percent', label: text('customise.formatPercent') },
            { value: 'duration', label: text('customise.formatDuration') },
            { value: 'bytes', label: text('customise.formatBytes') },
          ]}
          onChange={value => change({ format: formatOf(value) })}
        />
      ) : kind === 'text' || kind === 'email' ? (
        <Checkbox
          label={text('customise.searched')}
          aria-label={`${text('customise.searched')}: ${field.name}`}
          checked={searched.includes(field.name)}
          onChange={isOn => {
            const next = isOn ? [...searched, field.name].slice(0, 20) : searched.filter(name => name !== field.name);
            onChange(withType(draft, typeName, { search: next.length === 0 ? undefined : next } as object));
          }}
        />
      ) : (
        <span />
      )}
      <Checkbox
        label={text('customise.hidden')}
        aria-label={`${text('customise.hidden')}: ${field.name}`}
        checked={own?.hidden === true}
        onChange={hidden => change({ hidden: hidden || undefined })}
      />
    </li>
  );
}

function EnumValues({
  draft,
  tag,
  onChange,
  enumName,
  values,
}: Omit<PartProps, 'model'> & { enumName: string; values: readonly string[] }): ReactNode {
  const text = useText();
  return (
    <>
      <h3 className="customise-head">{text('customise.values', { type: readableName(enumName) })}</h3>
      <ul className="customise-list">
        {values.slice(0, MOST_VALUES).map(value => {
          const own = draft.enums.get(enumName)?.get(value);
          return (
            <li key={value} className="customise-row">
              <span className="customise-name" dir="ltr">
                {value}
              </span>
              <TextInput
                dir="auto"
                maxLength={200}
                aria-label={`${text('customise.label')}: ${value}`}
                placeholder={readableName(value)}
                value={ownText(own?.label, tag)}
                onChange={typed =>
                  onChange(withValue(draft, enumName, value, { label: withText(own?.label, tag, typed) } as object))
                }
              />
              <TextInput
                dir="auto"
                maxLength={2000}
                aria-label={`${text('customise.description')}: ${value}`}
                placeholder={text('customise.description')}
                value={ownText(own?.description, tag)}
                onChange={typed =>
                  onChange(withValue(draft, enumName, value, { description: withText(own?.description, tag, typed) } as object))
                }
              />
              <Select
                aria-label={`${text('customise.colour')}: ${value}`}
                value={own?.colour ?? ''}
                options={[
                  { value: '', label: text('customise.colourOwn') },
                  ...COLOURS.map(colour => ({ value: colour, label: text(COLOUR_WORDS[colour]) })),
                ]}
                onChange={chosen => onChange(withValue(draft, enumName, value, { colour: colourOf(chosen) } as object))}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
