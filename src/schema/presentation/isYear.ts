/** Recognizes integers that are years, which are shown without a thousands separator. */

const NAMED_YEAR = /Year$|(?:^|[._])year$/;
const OF_A_YEAR = /(?:^|[._])(?:born|died|founded|established|built|released|year_?(?:built|founded|established|of_?birth))$/i;

/** True if the number is a year. `name` is the name or path of its field. */
export function isYear(name: string, value: number): boolean {
  return NAMED_YEAR.test(name) || (value >= 1000 && value <= 2200 && Number.isInteger(value) && OF_A_YEAR.test(name));
}
