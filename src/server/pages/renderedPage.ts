/**
 * A rendered page as HTML: the page shell with the App in its root, what the browser needs to take it over, and the chunks it needs for that.
 * Nothing in it runs: the state is data, escaped for where it stands, and the one style element is named in the policy by its hash.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PAGE_SCHEMA_ID, PAGE_STATE_ID, PAGE_STYLES_ID } from '../../lib/pageState';
import type { StyleSource } from '../securityHeaders';
import { accepts, type Encoded, jsonForScript, type PageShells } from './pageShell';
import type { RenderedPage } from './renderer';

/** Files of the build by the name of their chunk, paths from the folder of the build (dist/chunks.json). */
export type ChunkFiles = Readonly<Record<string, readonly string[]>>;

/** A page to be sent. */
export interface WrittenPage {
  content: Buffer;
  /** What the page's policy has to allow besides what every page may do. */
  styleSource: StyleSource;
}

/** Writes pages. */
export interface PageWriter {
  /**
   * @param root from the address of the page to the folder of the build (`pathToRoot`)
   * @param siteUrl absolute address of that folder, as far as it is known
   */
  write(page: RenderedPage, root: string, siteUrl: string): WrittenPage;
}

const ROOT = '<div id="root"></div>';
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Makes the writer of a build.
 * @throws Error when the shell has no root to be filled
 */
export function createPageWriter(shells: PageShells, chunks: ChunkFiles): PageWriter {
  if (!shells.at('./').html.includes(ROOT)) throw new Error('index.html of the build has no root');
  // One answer is handed out many times, and large.
  const schemas = new WeakMap<object, string>();
  const schemaText = (schema: object): string => {
    const known = schemas.get(schema) ?? jsonForScript(schema);
    schemas.set(schema, known);
    return known;
  };

  return {
    write(page, root, siteUrl) {
      const [before = '', after = ''] = shells.at(root).html.split(ROOT);
      // What the shell fetches ahead is of its own first screen; a rendered page names what it is made of.
      const head = before.replace(/(?<!\s)\s*<script async[^>]{0,500}><\/script>/, '');
      const script = head.indexOf('<script defer');
      const at = script < 0 ? head.indexOf('</head>') : script;
      const end = after.lastIndexOf('</body>');
      const loaded = new Set([...head.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1]));
      const files = new Set(page.chunks.flatMap(name => chunks[name] ?? []).filter(file => !loaded.has(root + file)));
      const styles = !page.styles ? '' : `<style id="${PAGE_STYLES_ID}">${page.styles}</style>\n    `;
      // Scripts before the entry's own, which then finds them there. The loader of chunks knows a style sheet by `data-href`.
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
 * The links of a page relative to its address, as the server may not know the prefix that a proxy has stripped. Only for HTML as React
 * writes it: a quotation mark in text or in a value is always `&quot;` there.
 */
const relativeLinks = (html: string, root: string, siteUrl: string): string =>
  html.replace(/ href="\/(?!\/)/g, ` href="${root}`).replaceAll(` src="${siteUrl}`, ` src="${root}`);

/** As the policy names an element; null for one that is not there. */
function hashOf(styles: string): StyleSource {
  return styles === '' ? null : `sha256-${createHash('sha256').update(styles).digest('base64')}`;
}

const dataElement = (id: string, json: string): string => `<script type="application/json" id="${id}">${json}</script>\n  `;

/** Values are ours (tags, themes), but a mistake must not become markup. */
function attributeText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replace(/[^\w.-]/g, '')}"`)
    .join('');
}

/** A page in the smallest form that an Accept-Encoding header allows, at the effort that suits a page which is sent once. */
export async function compressPage(content: Buffer, acceptEncoding: string | undefined): Promise<Encoded> {
  if (accepts(acceptEncoding, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    return { encoding: 'br', body: await compressBrotli(content, { params }) };
  }
  if (accepts(acceptEncoding, 'gzip')) return { encoding: 'gzip', body: await compressGzip(content) };
  return { encoding: null, body: content };
}
