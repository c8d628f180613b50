/** All that a model is equipped with, in one piece to be loaded when it is wanted (schemaTools.ts). */
import { filterToVariables } from '../filters/filters';
import { formatFilters, parseFilters } from '../filters/filterText';
import { findContainers, findFilters } from '../filters/findFilters';
import { findSorting } from '../filters/findSorting';
import { sortToVariables } from '../filters/sortVariables';
import { formModel } from '../forms/formModel';
import { toVariables } from '../forms/formValues';
import type { SchemaTools } from './schemaTools';

export const allSchemaTools: SchemaTools = {
  findSorting,
  findFilters,
  findContainers,
  formModel,
  toVariables,
  filterToVariables,
  sortToVariables,
  formatFilters,
  parseFilters,
};
