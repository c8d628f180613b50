/** Years among whole numbers: they are shown without the separator of thousands. */

const NAMED_YEAR = /Year$|(?:^|[._])year$/;
const OF_A_YEAR = /(?:^|[._])(?:born|died|founded|established|built|year_?(?:built|founded|established|of_?birth))$/i;

/** Whether the number in a field, by its name or the last part of its path, is a year. */
export function isYear(name: string, value: number): boolean {
  return NAMED_YEAR.test(name) || (value >= 1000 && value <= 2200 && Number.isInteger(value) && OF_A_YEAR.test(name));
}
