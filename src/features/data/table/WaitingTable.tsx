/** Placeholder for a table while the schema loads. It has the same layout, so that nothing shifts. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { StillWaiting } from '../../../parts/StillWaiting';
import type { Session } from '../../../session/connections/session';
import { ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { DataTable } from '../../../ui/table/DataTable';
import type { DataTableColumn } from '../../../ui/table/dataTableColumn';

const COLUMNS: readonly DataTableColumn<never>[] = [180, 128, 172, 172, 112, 120].map((width, at) => ({
  id: String(at),
  header: '',
  width,
  render: () => null,
}));

/** Renders a table of skeleton rows. */
export function WaitingTable({ session }: { session: Session }): ReactNode {
  const text = useText();
  return (
    <ScreenFrame crumbs={[{ label: text('data.title') }]}>
      <StillWaiting clock={session.clock} isWaiting onStop={session.schema.stop} />
      <DataTable<never>
        label={text('data.schemaWaiting')}
        columns={COLUMNS}
        rowCount={20}
        waiting
        row={() => undefined}
        totalCount={null}
      />
    </ScreenFrame>
  );
}
