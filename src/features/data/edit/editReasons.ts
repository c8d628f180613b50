/** Why a cell cannot be edited, in words. */
import type { Unchangeable } from './editableField';

/** Keys of the texts. */
export const editReasons = {
  noUpdate: 'data.editNoUpdate',
  noReading: 'data.editNoReading',
  otherRecord: 'data.editOtherRecord',
  key: 'data.editKey',
  notAccepted: 'data.editNotAccepted',
  secret: 'data.editSecret',
  noControl: 'data.editNoControl',
} as const satisfies Record<Unchangeable, string>;
