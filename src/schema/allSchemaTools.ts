/** All that a model is equipped with, in one piece to be loaded when it is wanted (schemaTools.ts). */
import { filterToVariables } from './filters';
import { formatFilters, parseFilters } from './filterText';
import { findContainers, findFilters } from './findFilters';
import { findSorting } from './findSorting';
import { formModel } from './formModel';
import { toVariables } from './formValues';
import type { SchemaTools } from './schemaTools';
import { sortToVariables } from './sortVariables';

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
