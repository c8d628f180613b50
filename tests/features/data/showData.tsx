/** The Data screen as the shell shows it: by its address. */
import { configure, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DataScreen } from '../../../src/features/data/DataScreen';
import type { ConnectionSettings } from '../../../src/session/connections/connections';
import type { Session } from '../../../src/session/connections/session';
import { pathParts } from '../../../src/session/navigation/navigation';
import { useReadable } from '../../../src/ui/useReadable';
import { renderScreen, type ShownScreen } from '../../support/renderScreen';
import type { SchemaServer } from '../../support/schemaServer';

// Whether something is hidden is asked of every ancestor of every element, which takes jsdom seconds on a table.
// What is loaded when it is opened is compiled first: on a busy machine that takes longer than a person would be kept waiting.
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
    // A person does not come back within the first tenth of a second; a test does.
    transportConfig: { forceFetchDelayMs: 0 },
  });
  shown.push(result);
  return result;
}

/** To be called after each test. */
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

/** Waits until the first column begins with these. */
export async function rowsBegin(...heads: string[]): Promise<void> {
  await waitFor(() => expect(rowHeads().slice(0, heads.length)).toEqual(heads));
}
