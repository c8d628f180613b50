/**
 * The collections of a schema: root fields (and fields of root namespaces, one or two levels deep) that give a list of objects in any of
 * the known shapes. What the list is made of is listShape.ts, how it is paged, filtered and ordered paging.ts, filters.ts, sorting.ts.
 */
import type { ArgumentPath } from './argumentPath';
import type { FilterCapability } from './filters';
import type { FormField } from './formModel';
import type { ListShape } from './listShape';
import type { Paging } from './paging';
import type { FieldModel, SchemaModel } from './schemaModel';
import type { SortCapability } from './sorting';

/** Where the number of all rows comes from. */
export type TotalSource =
  /** Inside the answer of the list field itself. */
  | { readonly place: 'inside'; readonly path: readonly string[] }
  /** A field beside it in the same query (`ships_aggregate`, `_allShipsMeta`); `shared` are the argument names both understand. */
  | {
      readonly place: 'beside';
      readonly field: FieldModel;
      readonly path: readonly string[];
      readonly shared: readonly string[];
    };

/** A list of objects that can be shown as a table. */
export interface Collection {
  /** Url-safe and stable: the path joined with '.'; nested ones are `Type.field`. */
  readonly id: string;
  /** Fields from the query type (or, for a nested one, from its record) down to the list field. */
  readonly path: readonly string[];
  /** The type whose field the list is. */
  readonly parentType: string;
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** Readable name of the namespace it stands in; null at the root. */
  readonly group: string | null;
  /** `viewer`: a list of the signed-in user's own (`viewer.repositories`); `nested`: of a record. */
  readonly origin: 'root' | 'namespace' | 'viewer' | 'nested';
  /** Id of the better collection of the same rows, when this is another form of it (`usersConnection` beside `users`); else null. */
  readonly alternateOf: string | null;
  /** Name of the object, interface or union type of its rows. */
  readonly rowType: string;
  readonly shape: ListShape;
  readonly paging: Paging;
  /** Null when it cannot be filtered. */
  readonly filter: FilterCapability | null;
  /** Null when it cannot be ordered. */
  readonly sort: SortCapability | null;
  /** Null when the server does not tell. */
  readonly total: TotalSource | null;
  /** The arguments that have to be filled in before anything can be loaded; usually none. */
  readonly required: readonly FormField[];
  /** Arguments that have to be given but may be empty objects. */
  readonly emptyObjects: readonly ArgumentPath[];
}
