/** Markdown whose renderer cannot be loaded. */
import { act, render, screen } from '@testing-library/react';
import { Markdown } from '../../src/ui/text/markdown/Markdown';

jest.mock('../../src/ui/text/markdown/MarkdownTree', () => {
  throw new Error('Loading chunk 7 failed');
});

it('shows the source as text if the renderer cannot be loaded, and nothing else fails', async () => {
  await act(async () => {
    render(
      <>
        <Markdown>{'A `ship`.\n\nIts name.'}</Markdown>
        <Markdown inline>{'A `berth`.\n\nIts place.'}</Markdown>
      </>,
    );
    // By then the failure is known.
    await new Promise(resolve => setTimeout(resolve, 10));
  });
  expect(screen.getByText(/ship/).textContent).toBe('A `ship`.\n\nIts name.');
  expect(screen.getByText(/berth/).textContent).toBe('A `berth`.');
});
