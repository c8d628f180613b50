/**
 * Files as one ZIP archive (APPNOTE 6.3.9), uncompressed: operations are small. Times are those of the format's first day, so that the same files give
 * the same bytes.
 */

/** A file of the archive. */
export interface ZipFile {
  /** With slashes. */
  path: string;
  text: string;
}

/** 1980-01-01. */
const DATE = 0x21;
/** Names are UTF-8. */
const UTF8 = 0x0800;

/** The bytes of the archive. */
export function zipArchive(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const file of files) {
    const name = encoder.encode(file.path);
    const data = encoder.encode(file.text);
    // Version 2.0, flags, method 0, time, date, CRC, both sizes, length of the name, no extra field.
    const about = [
      20,
      0,
      UTF8 & 255,
      UTF8 >> 8,
      0,
      0,
      0,
      0,
      DATE,
      0,
      ...u32(crc32(data)),
      ...u32(data.length),
      ...u32(data.length),
    ];
    const lengths = [...u16(name.length), 0, 0];
    const head = Uint8Array.from([...u32(0x04034b50), ...about, ...lengths]);
    // Made by version 2.0; no comment, first disk, no attributes.
    const entry = [...u32(0x02014b50), 20, 0, ...about, ...lengths, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...u32(at)];
    directory.push(Uint8Array.from(entry), name);
    parts.push(head, name, data);
    at += head.length + name.length + data.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = u16(files.length);
  const end = Uint8Array.from([...u32(0x06054b50), 0, 0, 0, 0, ...count, ...count, ...u32(size), ...u32(at), 0, 0]);
  return joined([...parts, ...directory, end]);
}

const u16 = (value: number): number[] => [value & 255, (value >>> 8) & 255];
const u32 = (value: number): number[] => [...u16(value), ...u16(value >>> 16)];

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
