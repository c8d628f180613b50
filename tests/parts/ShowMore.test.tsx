/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
import { fireEvent, screen } from '@testing-library/react';
import { ShowMore } from '../../src/parts/ShowMore';
import { renderWithLanguage } from '../support/testLanguage';

const items = Array.from({ length: 30 }, (_, at) => `Item ${at}`);

function show(isNeeded: (item: string) => boolean) {
  renderWithLanguage(
    <ShowMore items={items} first={10} isNeeded={isNeeded}>
      {shown => <p data-testid="shown">{shown.length}</p>}
    </ShowMore>,
  );
}

it('counts only the items that are not shown', () => {
  show(item => /[1-4]$/.test(item));
  expect(screen.getByTestId('shown').textContent).toBe('18');
  fireEvent.click(screen.getByRole('button', { name: 'Show 12 more' }));
  expect(screen.getByTestId('shown').textContent).toBe('30');
  expect(screen.queryByRole('button')).toBeNull();
});

it('has no button if all items are needed', () => {
  show(() => true);
  expect(screen.queryByRole('button')).toBeNull();
});
