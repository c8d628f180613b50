/** A field, input field, argument or value with what the schema says of it. The one the address names is brought into view and marked. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { type ArgumentModel, mustBeGiven, type TypeRef } from '../../schema/model/schemaModel';
import { Markdown } from '../../ui/text/Markdown';
import '../../ui/inputs/Field.css';
import { Pill } from '../../ui/text/Pill';
import { TypeLink } from './TypeLink';

/** Props of `FieldDocs`. */
export interface FieldDocsProps {
  name: string;
  type?: TypeRef;
  description: string | null;
  deprecationReason: string | null;
  args?: Iterable<ArgumentModel>;
  defaultValue?: string | null;
  required?: boolean;
  /** The address names it. */
  marked?: boolean;
}

/** One entry of a definition list. */
export function FieldDocs({
  name,
  type,
  description,
  deprecationReason,
  args = [],
  defaultValue,
  required,
  marked,
}: FieldDocsProps): ReactNode {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked) place.current?.scrollIntoView?.({ block: 'center' });
  }, [marked]);
  const list = [...args];
  return (
    <div ref={place} className={marked ? 'docs-field docs-field-marked' : 'docs-field'} aria-current={marked || undefined}>
      <dt>
        <code className={deprecationReason === null ? 'code' : 'code docs-deprecated'} dir="ltr">
          <b>{name}</b>
          {type ? (
            <>
              : <TypeLink type={type} />
            </>
          ) : null}
        </code>
        {required ? <span className="field-required">{text('docs.required')}</span> : null}
        {defaultValue == null ? null : (
          <span className="docs-quiet" dir="auto">
            {text('docs.defaultValue', { value: defaultValue })}
          </span>
        )}
        {deprecationReason === null ? null : <Pill tone="warning">{text('docs.deprecated')}</Pill>}
      </dt>
      <dd>
        {deprecationReason === null ? null : <Markdown>{deprecationReason}</Markdown>}
        {description ? <Markdown>{description}</Markdown> : null}
        {list.length > 0 ? (
          <dl className="docs-arguments" aria-label={text('docs.arguments')}>
            {list.map(argument => (
              <InputDocs key={argument.name} input={argument} />
            ))}
          </dl>
        ) : null}
      </dd>
    </div>
  );
}

/** The same for an argument or the field of an input. */
export function InputDocs({ input, marked = false }: { input: ArgumentModel; marked?: boolean }): ReactNode {
  const { name, type, description, deprecationReason, defaultValue } = input;
  return (
    <FieldDocs
      name={name}
      type={type}
      description={description}
      deprecationReason={deprecationReason}
      defaultValue={defaultValue}
      required={mustBeGiven(input)}
      marked={marked}
    />
  );
}
