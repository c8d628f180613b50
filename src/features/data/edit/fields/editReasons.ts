/** Messages that explain why a cell cannot be edited. */
import type { NotEditableReason } from './editableField';

/** Message keys by reason. */
export const editReasons = {
  noUpdate: 'data.editNoUpdate',
  noReading: 'data.editNoReading',
  otherRecord: 'data.editOtherRecord',
  key: 'data.editKey',
  notAccepted: 'data.editNotAccepted',
  secret: 'data.editSecret',
  file: 'data.editFile',
  noControl: 'data.editNoControl',
} as const satisfies Record<NotEditableReason, string>;
