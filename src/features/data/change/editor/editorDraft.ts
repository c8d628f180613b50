/** The key under which the draft of a record's form is stored. */
export const editorDraft = (id: string): string => `record:${id}`;
