import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { HeadersPanel } from '../../../../src/features/query/variables/HeadersPanel';
import { query } from '../../../../src/i18n/english/query/query';
import { withMessages } from '../../../../src/i18n/withMessages';
import { createStore } from '../../../../src/lib/store';
import { renderWithLanguage, testLanguage } from '../../../support/testLanguage';

const Panel = withMessages({ query }, function Panel() {
  const [headers, setHeaders] = useState([{ name: 'x-one', value: '1' }]);
  return <HeadersPanel headers={headers} signedIn={false} onChange={next => setHeaders([...next])} />;
});

test('the focus moves to the name of an added header, and to the button that adds one after a removal', async () => {
  renderWithLanguage(<Panel />, createStore(testLanguage('en')));
  const add = screen.getByRole('button', { name: 'Add a header' });
  fireEvent.click(add);
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Name of the header' })[1]));
  const remove = screen.getByRole('button', { name: 'Remove x-one' });
  act(() => remove.focus());
  fireEvent.click(remove);
  await waitFor(() => expect(document.activeElement).toBe(add));
});
