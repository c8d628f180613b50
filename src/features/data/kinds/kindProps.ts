/** What a board, a calendar and a gallery are given. */
import type { Column } from '../../../schema/collections/columns/columns';
import type { Page } from '../../../schema/collections/page';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import type { TableHandle } from '../edit/tableHandle';
import type { RecordLinks } from '../record/useRecordLinks';
import type { ViewState } from '../table/useTableView';

/** See the head of the file. */
export interface KindProps {
  session: Session;
  label: string;
  model: SchemaModel;
  rowType: string;
  /** What it goes by. */
  column: Column;
  /** The columns in view: the first names a card where nothing else does, the next stand on it. */
  columns: readonly Column[];
  page: Page;
  links: RecordLinks;
  state: ViewState;
  /** Place of the row that is open beside. */
  openRow: number | null;
  onOpen: (at: number) => void;
  editing: TableHandle | null;
}
