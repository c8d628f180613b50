/**
 * What reads filters, orders and forms out of a schema is a third of this folder, and the first rows of a table need none of it. So a model
 * gets it handed: `equip` once it is there (allSchemaTools.ts holds it all), and until then collections tell no filters and no orders. What
 * cannot be told at all without it is noted, so that whoever equips the model knows that it has to be made anew.
 */

import type { Filter, FilterCapability, FilterResult } from '../filters/filters';
import type { FoundSorting } from '../filters/findSorting';
import type { Sort, SortCapability } from '../filters/sorting';
import type { FormField } from '../forms/formModel';
import type { Drafts, FormResult } from '../forms/formValues';
import type { ArgumentPath, ArgumentValues } from './argumentPath';
import type { ArgumentModel, SchemaModel } from './schemaModel';

/** The functions, each documented where it stands. */
export interface SchemaTools {
  findSorting(
    model: SchemaModel,
    args: ReadonlyMap<string, ArgumentModel>,
    rowType: string,
    given?: readonly ArgumentPath[],
  ): FoundSorting | null;
  findFilters(
    model: SchemaModel,
    args: ReadonlyMap<string, ArgumentModel>,
    rowType: string,
    taken: readonly ArgumentPath[],
    given?: readonly ArgumentPath[],
  ): FilterCapability | null;
  findContainers(
    model: SchemaModel,
    args: readonly ArgumentModel[],
    taken: readonly ArgumentPath[],
  ): ReadonlyArray<{ path: ArgumentPath; argument: ArgumentModel }>;
  formModel(model: SchemaModel, args: Iterable<ArgumentModel>): FormField[];
  toVariables(fields: readonly FormField[], drafts: Drafts): FormResult;
  filterToVariables(capability: FilterCapability, filters: readonly Filter[]): FilterResult;
  sortToVariables(capability: SortCapability, sorts: readonly Sort[]): ArgumentValues;
  formatFilters(filters: readonly Filter[]): string;
  parseFilters(text: string): Filter[];
}

/** What a model has. `wanted`: something was looked for that cannot be told without the tools, and what was remembered of it is wrong. */
interface ToolBox {
  tools: SchemaTools | null;
  wanted: boolean;
}

const boxOf = (model: SchemaModel): ToolBox => model.remember('tools', () => ({ tools: null, wanted: false }));

/** The tools of a model; null while it has none. */
export function toolsOf(model: SchemaModel): SchemaTools | null {
  return boxOf(model).tools;
}

/** The same for what cannot go without them: null is noted. */
export function wantTools(model: SchemaModel): SchemaTools | null {
  const box = boxOf(model);
  box.wanted ||= box.tools === null;
  return box.tools;
}

/** True when a model without tools was asked what it cannot tell. */
export function lacksTools(model: SchemaModel): boolean {
  return boxOf(model).wanted;
}

/** Hands a model its tools. Returns the model. */
export function equip(model: SchemaModel, tools: SchemaTools): SchemaModel {
  boxOf(model).tools = tools;
  return model;
}
