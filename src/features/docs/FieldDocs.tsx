/** Documentation of a field, input field, argument or enum value. The one that the address names is scrolled into view and highlighted. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { type ArgumentModel, isRequiredArgument, type TypeRef } from '../../schema/model/schemaModel';
import { Markdown } from '../../ui/text/markdown/Markdown';
import '../../ui/inputs/Field.css';
import { Pill } from '../../ui/text/Pill';
import { TypeLink } from './TypeLink';

export interface FieldDocsProps {
  name: string;
  type?: TypeRef;
  description: string | null;
  deprecationReason: string | null;
  args?: Iterable<ArgumentModel>;
  defaultValue?: string | null;
  required?: boolean;
  /** True if the address names this field. */
  marked?: boolean;
  /** The argument that the address names, if it is one of this field. */
  argument?: string | undefined;
}

export function FieldDocs({
  name,
  type,
  description,
  deprecationReason,
  args = [],
  defaultValue,
  required,
  marked,
  argument: named,
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
            {text('docs.defaultValue', { value: cut(defaultValue) })}
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
              <InputDocs key={argument.name} input={argument} marked={argument.name === named} />
            ))}
          </dl>
        ) : null}
      </dd>
    </div>
  );
}

/** Maximum number of characters of a default value. The SDL has all of it. */
const LONGEST_DEFAULT = 1000;
const cut = (value: string): string => (value.length > LONGEST_DEFAULT ? `${value.slice(0, LONGEST_DEFAULT)}…` : value);

/** Documentation of an argument or an input field. */
export function InputDocs({ input, marked = false }: { input: ArgumentModel; marked?: boolean }): ReactNode {
  const { name, type, description, deprecationReason, defaultValue } = input;
  return (
    <FieldDocs
      name={name}
      type={type}
      description={description}
      deprecationReason={deprecationReason}
      defaultValue={defaultValue}
      required={isRequiredArgument(input)}
      marked={marked}
    />
  );
}
