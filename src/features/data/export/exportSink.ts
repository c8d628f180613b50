/**
 * The target of an export: a file that the user chose (File System Access API) where the browser supports it, otherwise Blobs, which
 * browsers keep outside the page's memory and which are then downloaded. Text is written in pieces. The caller awaits each write before it
 * requests the next piece, so that a slow disk slows the export down instead of filling memory.
 */
import { saveFile } from '../../../ui/saveFile';

/** A file that is open for writing. */
export interface ExportSink {
  write(text: string): Promise<void>;
  /** Finishes the file; afterwards it is complete. */
  close(): Promise<void>;
  /** Discards what was written. Never rejects. */
  abort(): Promise<void>;
}

/** The file picker of browsers that have one; typed here because TypeScript's DOM library does not declare it yet. */
interface FilePicker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<{ createWritable(): Promise<WritableFile> }>;
}
interface WritableFile {
  write(data: string): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/**
 * Opens a file to export to. Must be called during a user activation (a click), because the file picker requires one.
 * @param name suggested file name
 * @param type MIME type of the file
 * @param world object that may have the file picker; default: the global object
 * @returns null when the user closed the picker
 * @throws the browser's error when the chosen file cannot be written
 */
export async function openExportSink(
  name: string,
  type: string,
  world: FilePicker = globalThis as FilePicker,
): Promise<ExportSink | null> {
  if (typeof world.showSaveFilePicker !== 'function') return downloadSink(name, type);
  let file: WritableFile;
  try {
    file = await (await world.showSaveFilePicker({ suggestedName: name })).createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    // The picker is forbidden by policy, for example inside a frame. A download still works.
    if (error instanceof DOMException && error.name === 'SecurityError') return downloadSink(name, type);
    throw error;
  }
  return fileSink(file);
}

function fileSink(file: WritableFile): ExportSink {
  return {
    write: text => file.write(text),
    close: () => file.close(),
    abort: () => file.abort().catch(() => undefined),
  };
}

/** Number of characters collected before they become a Blob. */
const PIECE = 1_000_000;

/** A sink whose file is downloaded when it is closed. */
export function downloadSink(name: string, type: string, deliver: typeof saveFile = saveFile): ExportSink {
  let parts: Blob[] = [];
  let pending: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (length === 0) return;
    parts.push(new Blob(pending));
    pending = [];
    length = 0;
  };
  return {
    async write(text) {
      pending.push(text);
      length += text.length;
      if (length >= PIECE) flush();
    },
    async close() {
      flush();
      deliver(name, type, parts);
      parts = [];
    },
    async abort() {
      parts = [];
      pending = [];
      length = 0;
    },
  };
}
