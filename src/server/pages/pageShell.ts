/**
 * The page that every address of the client gets: dist/index.html with the runtime configuration put in and addresses that lead to its files
 * from where the page is. It is made once for each depth, with its compressed forms. renderedPage.ts fills its root per request; this page is what is sent when
 * that cannot be.
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PUBLIC_CONFIG_ID, type PublicConfig } from '../../lib/publicConfig';

/** One form of a page. */
export interface Encoded {
  encoding: 'br' | 'gzip' | null;
  body: Buffer;
}

/** The finished page, for addresses of one depth. */
export interface PageShell {
  html: string;
  /** Of the content, for If-None-Match; weak, because the forms differ byte by byte. */
  etag: string;
  /** The smallest form that an Accept-Encoding header allows. */
  encode(acceptEncoding: string | undefined): Encoded;
}

/** The finished page for any address. */
export interface PageShells {
  /** @param root from the address of the page to the folder of the build (`pathToRoot`) */
  at(root: string): PageShell;
}

/** Pages of so many depths are kept; no screen is that deep but for made-up addresses. */
const MOST_KEPT = 8;

/** An address in the template that is relative to the folder of the build. */
const OWN_ADDRESS = / (src|href)="(?=(?:assets\/|favicon))/g;

/** The build's policy for static hosts. The server sends its own as a header, and two policies would both apply. */
const META_POLICY = /(?<!\s)\s*<meta http-equiv="Content-Security-Policy"[^>]*>/;
/** The script that leads from deep addresses of a static host to the one that it knows. */
const LEAD = /(?<!\s)\s*<script>[^<]*<\/script>/;

/**
 * JSON that can stand inside a script element: nothing in it can end the element or begin a comment, and it is still the same JSON.
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * @param template the content of dist/index.html
 * @throws Error when the template has no end of its head: it would be no build of ours
 */
export function pageShells(template: string, config: PublicConfig): PageShells {
  const element = `<script type="application/json" id="${PUBLIC_CONFIG_ID}">${jsonForScript(config)}</script>\n  `;
  const end = template.indexOf('</head>');
  if (end < 0) throw new Error('index.html of the build has no </head>');
  // The first script looks whether it is there.
  const script = template.indexOf('<script async');
  const at = script < 0 ? end : script;
  const html = (template.slice(0, at) + element + template.slice(at)).replace(META_POLICY, '').replace(LEAD, '');
  const kept = new Map<string, PageShell>();
  return {
    at(root) {
      const shell = kept.get(root) ?? encoded(html.replace(OWN_ADDRESS, ` $1="${root}`));
      if (kept.size < MOST_KEPT) kept.set(root, shell);
      return shell;
    },
  };
}

/** The compressed forms, the best first. */
const CODINGS = [
  { encoding: 'br', compress: (plain: Buffer) => brotliCompressSync(plain) },
  { encoding: 'gzip', compress: (plain: Buffer) => gzipSync(plain, { level: 9 }) },
] as const;

function encoded(html: string): PageShell {
  const plain = Buffer.from(html);
  // Made when first asked for: Brotli takes 25 ms, and embedded pages leave it to their host.
  const made = new Map<string, Encoded>();
  return {
    html,
    etag: weakTag(plain),
    encode(accepted) {
      const coding = CODINGS.find(({ encoding }) => accepts(accepted, encoding));
      if (!coding) return { encoding: null, body: plain };
      const { encoding, compress } = coding;
      const form = made.get(encoding) ?? { encoding, body: compress(plain) };
      made.set(encoding, form);
      return form;
    },
  };
}

/** A weak etag of a page's content. */
export function weakTag(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Whether an Accept-Encoding header takes this coding: named and not refused by q=0. A bare `*` is left to the plain form. */
export function accepts(header: string | undefined, coding: string): boolean {
  return (header ?? '').split(',').some(part => {
    const [name, ...parameters] = part.split(';').map(text => text.trim().toLowerCase());
    return name === coding && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
