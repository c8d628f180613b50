/**
 * Writes a rendered page: the page shell with the App's HTML in its root, the state for hydration, and the chunks that hydration needs.
 * Nothing in it is executable: the state is escaped data, and the policy contains the hash of the one style element.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsCoding } from '../../lib/network/acceptsCoding';
import { PAGE_SCHEMA_ID, PAGE_STATE_ID, PAGE_STYLES_ID } from '../../lib/page/pageState';
import type { StyleSource } from '../securityHeaders';
import { type Encoded, jsonForScript, type PageShells } from './pageShell';
import type { RenderedPage } from './renderer';

/** The files of each chunk, as paths from the build's folder (dist/chunks.json). */
export type ChunkFiles = Readonly<Record<string, readonly string[]>>;

/** A page that is ready to be sent. */
export interface WrittenPage {
  content: Buffer;
  /** What the page's policy must allow in addition to the common policy. */
  styleSource: StyleSource;
}

/** Writes pages. */
export interface PageWriter {
  /**
   * @param root relative URL from the page to the build's folder (`pathToRoot`)
   * @param siteUrl absolute URL of that folder, if known
   */
  write(page: RenderedPage, root: string, siteUrl: string): WrittenPage;
}

const ROOT = '<div id="root"></div>';
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Creates the writer of a build.
 * @throws Error if the shell has no root element
 */
export function createPageWriter(shells: PageShells, chunks: ChunkFiles): PageWriter {
  if (!shells.at('./').html.includes(ROOT)) throw new Error('index.html of the build has no root');
  // Cached, because many pages contain the same schema, which is large.
  const schemas = new WeakMap<object, string>();
  const schemaText = (schema: object): string => {
    const text = schemas.get(schema) ?? jsonForScript(schema);
    schemas.set(schema, text);
    return text;
  };

  return {
    write(page, root, siteUrl) {
      const [before = '', after = ''] = shells.at(root).html.split(ROOT);
      // The shell preloads chunks of its own first screen. A rendered page lists its own chunks instead.
      const head = before.replace(/(?<!\s)\s*<script async[^>]{0,500}><\/script>/, '');
      const script = head.indexOf('<script defer');
      const at = script < 0 ? head.indexOf('</head>') : script;
      const end = after.lastIndexOf('</body>');
      const loaded = new Set([...head.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1]));
      const files = new Set(page.chunks.flatMap(name => chunks[name] ?? []).filter(file => !loaded.has(root + file)));
      const styles = !page.styles ? '' : `<style id="${PAGE_STYLES_ID}">${page.styles}</style>\n    `;
      // These scripts come before the entry script, which then finds them loaded. webpack's chunk loader identifies a style sheet by
      // `data-href`.
      const tags = [...files].map(file =>
        file.endsWith('.css')
          ? `<link rel="stylesheet" href="${root}${file}" data-href="${file}" />\n    `
          : `<script defer src="${root}${file}"></script>\n    `,
      );
      const html = [
        head.slice(0, at).replace(/<html[^>]{0,500}>/, () => `<html${attributeText(page.attributes)}>`),
        styles,
        ...tags,
        head.slice(at),
        `<div id="root">${relativeLinks(page.html, root, siteUrl)}</div>`,
        after.slice(0, end),
        dataElement(PAGE_STATE_ID, jsonForScript(page.state)),
        page.schema === null ? '' : dataElement(PAGE_SCHEMA_ID, schemaText(page.schema)),
        after.slice(end),
      ].join('');
      return { content: Buffer.from(html), styleSource: page.styles === null ? 'attributes' : hashOf(page.styles) };
    },
  };
}

/**
 * Makes the links of a page relative, because the server may not know the prefix that a proxy has stripped. Only for HTML from React, which
 * escapes every quotation mark in a text or value as `&quot;`.
 */
const relativeLinks = (html: string, root: string, siteUrl: string): string =>
  html.replace(/ href="\/(?!\/)/g, ` href="${root}`).replaceAll(` src="${siteUrl}`, ` src="${root}`);

/** The hash of an element's content for the policy; null if there is no content. */
function hashOf(styles: string): StyleSource {
  return styles === '' ? null : `sha256-${createHash('sha256').update(styles).digest('base64')}`;
}

const dataElement = (id: string, json: string): string => `<script type="application/json" id="${id}">${json}</script>\n  `;

/** The values are our own (tags, themes), but a mistake must not become markup. */
function attributeText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replace(/[^\w.-]/g, '')}"`)
    .join('');
}

/** Compresses a page with the best accepted encoding, at a fast setting because the result is sent only once. */
export async function compressPage(content: Buffer, acceptEncoding: string | undefined): Promise<Encoded> {
  if (acceptsCoding(acceptEncoding, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    return { encoding: 'br', body: await compressBrotli(content, { params }) };
  }
  if (acceptsCoding(acceptEncoding, 'gzip')) return { encoding: 'gzip', body: await compressGzip(content) };
  return { encoding: null, body: content };
}
