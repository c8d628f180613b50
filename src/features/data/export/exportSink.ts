/**
 * Where an export goes: straight into a file the person chose (File System Access), where the browser has that, otherwise into Blobs,
 * which browsers keep outside the page's memory, and from there into the downloads. Text is written in pieces; what a write promises is
 * kept before the next piece is asked for, so that a slow disk slows the export down rather than filling memory.
 */
import { saveFile } from '../../../ui/saveFile';

/** The writing end of a file. */
export interface ExportSink {
  write(text: string): Promise<void>;
  /** Finishes the file; it is there afterwards. */
  close(): Promise<void>;
  /** Throws away what was written. Never rejects. */
  abort(): Promise<void>;
}

/** What the browser may offer; typed here, as TypeScript's DOM library has no picker yet. */
interface FilePicker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<{ createWritable(): Promise<WritableFile> }>;
}
interface WritableFile {
  write(data: string): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/**
 * Opens a file to export to. Has to be called while the person's click counts, as the picker asks for that.
 * @param name suggested name of the file
 * @param type its MIME type
 * @param world where the picker is looked up; default the page
 * @returns null when the person closed the picker
 * @throws what the browser says when the chosen file cannot be written
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
    // Refused by policy, as inside a frame: the downloads are still there.
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

/** Characters gathered before they become a Blob. */
const PIECE = 1_000_000;

/** A sink that ends as a download. */
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
