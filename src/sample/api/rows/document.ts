/** A row of harbour.documents with the size and hash of its bytes, as passed to the resolvers. */
export interface Document {
  id: number;
  visit_id: number;
  filename: string;
  content_type: string;
  uploaded_at: Date;
  blob_id: string;
  size_bytes: bigint;
  sha256: string;
}

/** Selects documents with the size and hash of their bytes; append a condition on `d`. */
export const SELECT_DOCUMENTS = `select d.*, b.size_bytes, b.sha256 from harbour.documents d join harbour.blobs b on b.id = d.blob_id`;
