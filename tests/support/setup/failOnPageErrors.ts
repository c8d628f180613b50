/** Set up for every journey: a test fails when one of its pages has an error that it does not expect (`expectError`). */
import { unexpectedErrors } from '../browser/pageErrors';

const check = (): void => {
  const errors = unexpectedErrors();
  if (errors.length > 0) throw new Error(`The page has errors:\n${errors.join('\n')}`);
};
afterEach(check);
afterAll(check);
