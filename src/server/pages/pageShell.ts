/**
 * The page shell: dist/index.html with the runtime configuration, and with URLs of its files that are relative to the page. It is created
 * once per path depth, with its compressed variants. renderedPage.ts fills its root element per request. If a page cannot be rendered, the
 * shell itself is sent.
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { acceptsCoding } from '../../lib/network/acceptsCoding';
import { PUBLIC_CONFIG_ID, type PublicConfig } from '../../lib/page/publicConfig';

/** A page in one encoding. */
export interface Encoded {
  encoding: 'br' | 'gzip' | null;
  body: Buffer;
}

/** The finished page, for addresses of one depth. */
export interface PageShell {
  html: string;
  /** ETag of the content, for If-None-Match. It is weak, because the encodings differ byte by byte. */
  etag: string;
  /** The page in the best encoding that an Accept-Encoding header allows. */
  encode(acceptEncoding: string | undefined): Encoded;
}

/** The finished page for any address. */
export interface PageShells {
  /** @param root relative URL from the page to the build's folder (`pathToRoot`) */
  at(root: string): PageShell;
}

/** How many depths are cached. No screen is deeper; made-up addresses may be. */
const MOST_KEPT = 8;

/** A URL in the template that is relative to the build's folder. */
const OWN_ADDRESS = / (src|href)="(?=(?:assets\/|favicon))/g;

/** The build's policy for static hosts. The server sends its own policy as a header; with both, both would apply. */
const META_POLICY = /(?<!\s)\s*<meta http-equiv="Content-Security-Policy"[^<>]*>/;
/** The script that redirects from deep addresses on a static host to the one that the host serves. */
const LEAD = /(?<!\s)\s*<script>[^<]*<\/script>/;

/** JSON for a script element: no character in it can end the element or start a comment, and it parses to the same value. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * @param template the content of dist/index.html
 * @throws Error if the template has no </head>, so it is not a build of Oriel
 */
export function pageShells(template: string, config: PublicConfig): PageShells {
  const element = `<script type="application/json" id="${PUBLIC_CONFIG_ID}">${jsonForScript(config)}</script>\n  `;
  const end = template.indexOf('</head>');
  if (end < 0) throw new Error('index.html of the build has no </head>');
  // Before the first script, which reads the configuration element.
  const script = template.indexOf('<script async');
  const at = script < 0 ? end : script;
  const html = (template.slice(0, at) + element + template.slice(at)).replace(META_POLICY, '').replace(LEAD, '');
  const cache = new Map<string, PageShell>();
  return {
    at(root) {
      const shell = cache.get(root) ?? encoded(html.replace(OWN_ADDRESS, (_, name: string) => ` ${name}="${escaped(root)}`));
      if (cache.size < MOST_KEPT) cache.set(root, shell);
      return shell;
    },
  };
}

/** A text in a quoted attribute. An embedded page's URL may contain any character. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The encodings, best first. */
const CODINGS = [
  { encoding: 'br', compress: (plain: Buffer) => brotliCompressSync(plain) },
  { encoding: 'gzip', compress: (plain: Buffer) => gzipSync(plain, { level: 9 }) },
] as const;

function encoded(html: string): PageShell {
  const plain = Buffer.from(html);
  // Compressed at the first request: Brotli takes 25 ms, and embedded pages leave compression to their host.
  const made = new Map<string, Encoded>();
  return {
    html,
    etag: weakTag(plain),
    encode(accepted) {
      const coding = CODINGS.find(({ encoding }) => acceptsCoding(accepted, encoding));
      if (!coding) return { encoding: null, body: plain };
      const { encoding, compress } = coding;
      const form = made.get(encoding) ?? { encoding, body: compress(plain) };
      made.set(encoding, form);
      return form;
    },
  };
}

/** A weak ETag of a page's content. */
export function weakTag(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}
