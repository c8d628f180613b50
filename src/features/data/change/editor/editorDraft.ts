/** The key under which the draft of a record's form is stored. */
export const editorDraft = (id: string): string => `record:${id}`;
/** Storage key of the fields' values at the time when the user began to edit them. */
export const editorBegun = (id: string): string => `record-begun:${id}`;
