/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The presentation of an API, made on the screen of a collection. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../support/schemaServer';
import { endAll, rowsBegin, showData } from './showData';

afterEach(endAll);

const SDL = `
  enum ShipType { TANKER, CARGO }
  type Ship { id: ID!, name: String!, type: ShipType!, load: Float }
  type Query { ships: [Ship!]!, ship(id: ID!): Ship }
`;

function fleet() {
  const server = schemaServer(SDL, { ships: () => [{ id: 's1', name: 'Nordlys', type: 'TANKER', load: 0.5 }] });
  return { ...server, introspection: introspectionFromSchema(server.schema) };
}

async function openWindow() {
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /Customise/ }));
  return within(await screen.findByRole('dialog'));
}

test('chosen labels, formats and colours are shown at once, stored, and can be reset', async () => {
  const shown = showData(fleet(), '/data/ships');
  await rowsBegin('Nordlys');
  const dialog = await openWindow();
  fireEvent.change(await dialog.findByRole('textbox', { name: 'Label' }), { target: { value: 'Fleet' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Label: name' }), { target: { value: 'Vessel' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Description: name' }), { target: { value: 'As on the bow' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Label: TANKER' }), { target: { value: 'Oil tanker' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Description: TANKER' }), { target: { value: 'Carries oil' } });
  fireEvent.change(dialog.getByRole('combobox', { name: 'Colour: TANKER' }), { target: { value: 'warning' } });
  fireEvent.change(dialog.getByRole('combobox', { name: 'Format: load' }), { target: { value: 'percent' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Hidden: id' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Fleet');
  expect((await screen.findByRole('columnheader', { name: /Vessel/ })).title).toContain('As on the bow');
  expect((await screen.findByText('Oil tanker')).className).toContain('tone-warning');
  expect(await screen.findByText('50%')).toBeTruthy();
  const kept = JSON.stringify(shown.session.preferences.value('presentation', stored => stored).get());
  expect(JSON.parse(kept)).toEqual({
    collections: { ships: { label: { en: 'Fleet' } } },
    types: {
      Ship: {
        fields: {
          name: { label: { en: 'Vessel' }, description: { en: 'As on the bow' } },
          load: { format: { as: 'percent' } },
          id: { hidden: true },
        },
      },
    },
    enums: { ShipType: { TANKER: { label: { en: 'Oil tanker' }, description: { en: 'Carries oil' }, colour: 'warning' } } },
  });
  fireEvent.click((await openWindow()).getByRole('button', { name: 'Reset all' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Ships'));
});

test('a file is imported completely or not at all, and names that the API lacks are listed', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Nordlys');
  const dialog = await openWindow();
  const input = document.querySelector<HTMLInputElement>('dialog input[type=file]') as HTMLInputElement;
  const give = (content: unknown): void =>
    void fireEvent.change(input, { target: { files: [new File([JSON.stringify(content)], 'presentation.json')] } });
  give({ collections: { ships: { label: 'Fleet', color: 'red' } } });
  expect((await dialog.findByRole('alert')).textContent).toContain('collections.ships.color is not a key');
  give({ collections: { ships: { label: 'Fleet' }, trains: { label: 'Trains' } } });
  expect(await screen.findAllByText(/This API does not have: collections\.trains/)).not.toHaveLength(0);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Fleet'));
});

test('input that was not saved, an import and a reset can be undone', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Nordlys');
  const titled = (words: string) => waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(words));
  const undo = async () => {
    const [latest] = (await screen.findAllByText('Undo')).slice(-1);
    fireEvent.click(latest as HTMLElement);
  };
  let dialog = await openWindow();
  fireEvent.change(await dialog.findByRole('textbox', { name: 'Label' }), { target: { value: 'Fleet' } });
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const told = 'Your changes were discarded';
  expect(await screen.findByText(told, { selector: '.note-words' })).toBeTruthy();
  await undo();
  dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Label' })).value).toBe('Fleet');
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await titled('Fleet');
  fireEvent.click((await openWindow()).getByRole('button', { name: 'Reset all' }));
  await titled('Ships');
  await undo();
  await titled('Fleet');
  // Nothing was typed, so there is nothing to undo.
  fireEvent.click((await openWindow()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(told, { selector: '.note-words' })).toBeNull();
});
