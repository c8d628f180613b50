/** A list of a response as a table, with a source that the test controls. */
import { act, fireEvent, screen } from '@testing-library/react';
import { smallLists } from '../../../src/features/query/result/listSource';
import { ResultTable } from '../../../src/features/query/result/ResultTable';
import type { Session } from '../../../src/session/connections/session';
import { renderWithLanguage } from '../../support/testLanguage';

const ROWS = { ships: [{ name: 'Fram' }, { name: 'Maud' }] };

it('a table that cannot be sorted keeps its order, says so in its header, and does not stay busy', async () => {
  let refuse: (error: Error) => void = () => {};
  const sort = () =>
    new Promise<void>((_, reject) => {
      refuse = reject;
    });
  renderWithLanguage(
    <ResultTable session={{ pageUrl: 'http://test/' } as Session} source={{ ...smallLists(ROWS), sort }} docsOf={() => null} />,
  );
  const head = screen.getByRole('columnheader', { name: /^name/ });
  fireEvent.click(head.querySelector('button') ?? head);
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  await act(async () => refuse(new Error('No memory left')));
  expect(head.hasAttribute('aria-sort')).toBe(false);
  expect(screen.getByRole('grid').getAttribute('aria-busy')).not.toBe('true');
});

it('a table has columns that are wide enough for their names, up to a limit', async () => {
  const [long, longest] = ['stargazerCountOfAll', `a${'very'.repeat(30)}LongName`];
  const rows = { ships: [{ id: 1, [long]: 2, [longest]: 3 }] };
  renderWithLanguage(
    <ResultTable session={{ pageUrl: 'http://test/' } as Session} source={smallLists(rows)} docsOf={() => null} />,
  );
  const widths = /(\d+)px\S* (\d+)px (\d+)px/.exec(document.body.innerHTML)?.slice(1).map(Number) ?? [];
  expect(widths[0]).toBe(110);
  expect(widths[1]).toBeGreaterThan(long.length * 7 + 40);
  expect(widths[2]).toBe(320);
});
