/** Error messages of form fields. */

import type { Formats } from '../../i18n/formats';
import type { Text } from '../../i18n/language';
import type { FieldProblem } from '../../schema/forms/formValues';
import { jsonErrorAt } from '../../schema/forms/jsonErrorAt';
import { fromMinorUnits, type MoneyUnit } from '../../ui/form/moneyText';

/**
 * The message for a problem; a server's message is returned unchanged.
 * @param unit the currency of an amount in minor units: the message is about the amount that the user typed
 */
export function problemWords(text: Text, formats: Formats, problem: FieldProblem, unit: MoneyUnit | null = null): string {
  const amount = (minor: string): string =>
    unit === null ? formats.number(minor) : formats.money(fromMinorUnits(minor, unit, 'en'), unit.currency);
  switch (problem.code) {
    case 'required':
      return text('form.required');
    case 'notAnOption':
      return text('form.notAnOption', { value: clip(problem.value) });
    case 'notExactlyOne':
      return text('form.notExactlyOne', { given: problem.given });
    case 'server':
      return problem.message;
    case 'notInt':
      return unit === null ? text('form.notInt') : text('form.moneyStep', { amount: amount('1') });
    case 'notNumber':
      return text('form.notNumber');
    case 'outOfRange': {
      const { min, max } = problem;
      if (min !== '' && max !== '') return text('form.between', { min: amount(min), max: amount(max) });
      return min !== '' ? text('form.atLeast', { min: amount(min) }) : text('form.atMost', { max: amount(max) });
    }
    case 'notBoolean':
      return text('form.notBoolean');
    case 'notDate':
      return text('form.notDate');
    case 'notTime':
      return text('form.notTime');
    case 'notDateTime':
      return text('form.notDateTime');
    case 'notDuration':
      return text('form.notDuration');
    case 'notJson': {
      const at = jsonErrorAt(problem.text);
      return at === null ? text('form.notJson') : text('form.notJsonAt', { at: at + 1 });
    }
    case 'notExact':
      return text('form.notExact');
    case 'notUrl':
      return text('form.notUrl');
    case 'notEmail':
      return text('form.notEmail');
    case 'notUuid':
      return text('form.notUuid');
    case 'notBase64':
      return text('form.notBase64');
    case 'notColour':
      return text('form.notColour');
    case 'notFile':
      return text('form.notFile');
    default:
      return text('form.notValue');
  }
}

const LONGEST = 60;
const clip = (value: string): string => (value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
