/** True for a feed that sends a list of the query type again, whole, whenever it changes (Hasura). */

import type { SchemaModel } from '../model/schemaModel';
import type { Feed } from './feeds';
import { findList } from './listShape';

export const isLiveQuery = (model: SchemaModel, { field }: Feed): boolean =>
  findList(model, field.type) !== null && model.queryType.fields.has(field.name);
