/** A row of harbour.documents together with what is known of its bytes, as the resolvers get it. */
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

/** Reads documents together with what is known of their bytes; to be followed by a condition on `d`. */
export const SELECT_DOCUMENTS = `select d.*, b.size_bytes, b.sha256 from harbour.documents d join harbour.blobs b on b.id = d.blob_id`;
