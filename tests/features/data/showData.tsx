/** Shows the Data screen by its address, as the shell does. */
import { configure, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DataScreen } from '../../../src/features/data/DataScreen';
import type { ConnectionSettings } from '../../../src/session/connections/connections';
import type { Session } from '../../../src/session/connections/session';
import { pathParts } from '../../../src/session/navigation/navigation';
import { useReadable } from '../../../src/ui/useReadable';
import { renderScreen, type ShownScreen } from '../../support/renderScreen';
import type { SchemaServer } from '../../support/schemaServer';

// Testing Library checks every ancestor of every element for visibility, which takes seconds on a table in jsdom.
// Code that is loaded on demand is compiled first, which takes longer than the default time limit on a busy machine.
configure({ defaultHidden: true });

function ByAddress({ session }: { session: Session }): ReactNode {
  const { path } = useReadable(session.navigation.address);
  const [, collection, recordId] = pathParts(path);
  return (
    <DataScreen
      session={session}
      {...(collection === undefined ? {} : { collection })}
      {...(recordId === undefined ? {} : { recordId })}
    />
  );
}

const shown: ShownScreen[] = [];

/** Shows the screen at an address. */
export function showData(
  server: SchemaServer & { introspection: unknown },
  address: string,
  connection: Partial<ConnectionSettings> = {},
): ShownScreen {
  const result = renderScreen(session => <ByAddress session={session} />, {
    introspection: server.introspection,
    address,
    fetch: server.fetch,
    connection,
    // A test can return within the first 100 ms, in which results come from the cache; a user does not.
    transportConfig: { forceFetchDelayMs: 0 },
  });
  shown.push(result);
  return result;
}

/** Must be called after each test. */
export function endAll(): void {
  for (const { unmount, session } of shown.splice(0)) {
    unmount();
    session.dispose();
  }
}

/** Texts of the first column, in order. */
export function rowHeads(): string[] {
  return screen.queryAllByRole('rowheader').map(cell => cell.textContent ?? '');
}

/** Waits until the first column starts with these. */
export async function rowsBegin(...heads: string[]): Promise<void> {
  await waitFor(() => expect(rowHeads().slice(0, heads.length)).toEqual(heads));
}
