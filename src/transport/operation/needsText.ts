import type { Operation } from '@urql/core';
import { hasFiles } from '../http/files';
import { contextOf } from './pipelineContext';

/**
 * True for an operation that no hash or id can stand for: one with files, which a miss would send twice (C20), or one whose text is
 * rewritten before it is sent, because the hash or id would be that of another text (C23).
 */
export const needsText = (operation: Operation): boolean =>
  hasFiles(operation.variables) || contextOf(operation).rewrite?.({}).query !== undefined;
