import { fireEvent, screen } from '@testing-library/react';
import { renderWithLanguage } from '../../support/testLanguage';

it('a button that is removed during a colour transition is not tracked by react-aria', async () => {
  await import('../../../src/ui/form/DateInput');
  renderWithLanguage(<button type="button">Run</button>);
  const button = screen.getByRole('button');
  const noted = jest.spyOn(button, 'addEventListener');
  const run = new Event('transitionrun', { bubbles: true });
  fireEvent(button, Object.assign(run, { propertyName: 'background-color' }));
  expect(noted).not.toHaveBeenCalled();
});
