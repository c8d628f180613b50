/** The name under which a record's form is kept while it is filled in. */
export const editorDraft = (id: string): string => `record:${id}`;
