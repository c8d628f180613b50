/** The help text below a field, from the schema. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { FormField } from '../../schema/forms/formModel';
import { LongText } from '../../ui/text/LongText';
import { Markdown } from '../../ui/text/markdown/Markdown';
import { SafeLink } from '../../ui/text/SafeLink';

/** True if the field has a help text. */
export function hasHelp({ description, control }: FormField): boolean {
  return Boolean(description) || (control.kind === 'scalar' && control.scalar.kind === 'unknown');
}

/** Descriptions with more characters are collapsed and shown as plain text instead of Markdown. */
const LONG_HELP = 600;

/** The schema's description, and the name and specification of an unknown custom scalar. */
export function FieldHelp({ field: { description, control } }: { field: FormField }): ReactNode {
  const text = useText();
  const unknown = control.kind === 'scalar' && control.scalar.kind === 'unknown' ? control.scalar : null;
  return (
    <>
      {description ? (
        description.length > LONG_HELP ? (
          <LongText lines={3}>{description}</LongText>
        ) : (
          <Markdown>{description}</Markdown>
        )
      ) : null}
      {unknown ? (
        <p>
          {text('form.customScalar', { name: unknown.name })}{' '}
          {unknown.specifiedBy ? <SafeLink address={unknown.specifiedBy}>{text('form.specification')}</SafeLink> : null}
        </p>
      ) : null}
    </>
  );
}
