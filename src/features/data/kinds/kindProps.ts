/** Props that all kinds of presentation share. */
import type { Column } from '../../../schema/collections/columns/columns';
import type { Page } from '../../../schema/collections/paging/page';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import type { TableHandle } from '../edit/tableHandle';
import type { RecordLinks } from '../record/useRecordLinks';
import type { ViewState } from '../table/useTableView';

/** Props of a board, calendar, gallery or map. */
export interface KindProps {
  session: Session;
  label: string;
  model: SchemaModel;
  rowType: string;
  /** The column that the presentation uses. */
  column: Column;
  /** The visible columns. The first is the title of a card if the record has no better one; the next are its fields. */
  columns: readonly Column[];
  page: Page;
  links: RecordLinks;
  state: ViewState;
  /** Index of the row that is open in the drawer. */
  openRow: number | null;
  onOpen: (at: number) => void;
  editing: TableHandle | null;
}
