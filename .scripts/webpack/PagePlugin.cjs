const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { Compilation, sources } = require('webpack');
const commonHeaders = require('../../src/server/commonHeaders.json');
const contentSecurityPolicy = require('../../src/server/contentSecurityPolicy.json');

/** Screens that are chunks, by the first part of their path. */
const SCREENS = ['data', 'dashboard', 'actions', 'live', 'query', 'docs', 'wire', 'connections', 'settings'];

/** Directives that browsers ignore in a meta element; a host that can send headers finds them in `_headers`. */
const HEADER_ONLY = ['frame-ancestors'];

const isPageFile = file => /\.(?:js|css)$/.test(file);

/**
 * For hosts that answer unknown addresses with index.html or 404.html: leads from '/tools/oriel/data/ships' to '/tools/oriel/#/data/ships',
 * the one address that every host knows. It is inline because the page cannot name a file from an address of unknown depth; the policy names it
 * by its hash. The server removes it.
 */
const LEAD = `(()=>{const m=/^(.*?\\/)((?:${SCREENS.join('|')})(?:\\/.*)?)$/.exec(location.pathname);\
if(m&&!/\\/$/.test(m[2]))location.replace(m[1]+"#/"+m[2]+location.search)})()`;
const LEAD_SOURCE = `'sha256-${createHash('sha256').update(LEAD).digest('base64')}'`;

/** The policy as text. ORIEL_CONNECT_SRC narrows `connect-src` of a build for static hosting, as it does for the server. */
function policyText(omit) {
  const connect = (process.env.ORIEL_CONNECT_SRC ?? '').split(/[\s,]+/).filter(Boolean);
  const directives = {
    ...contentSecurityPolicy,
    'script-src': [...contentSecurityPolicy['script-src'], LEAD_SOURCE],
    ...(connect.length > 0 ? { 'connect-src': ["'self'", ...connect] } : {}),
  };
  return Object.entries(directives)
    .filter(([name]) => !omit.includes(name))
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/**
 * Writes the files beside the chunks: index.html (static/index.html with the entry's files and the policy as a meta element), 404.html (for
 * hosts that answer unknown addresses with it: it leads to index.html), template.html, config.json, presentation.json, chunks.json, `_headers` (Netlify, Cloudflare Pages), and the rest
 * of static/. A general HTML plugin does none of the rest and would need a plugin of its own for the policy.
 * A page of a static host is the same for all addresses, so what its first screen needs is known only in the browser: a script of half a
 * kilobyte preloads it (the chunk named after the first part of the path and what that preloads by `webpackPreload`) and asks for config.json.
 */
class PagePlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PagePlugin', compilation => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'PagePlugin', stage }, () => this.#write(compilation));
    });
  }

  #write(compilation) {
    const folder = path.join(compilation.compiler.context, 'static');
    compilation.contextDependencies.add(folder);
    const emit = (name, content) => compilation.emitAsset(name, new sources.RawSource(content));
    for (const file of fs.readdirSync(folder)) {
      if (file !== 'index.html') emit(file, fs.readFileSync(path.join(folder, file)));
    }
    const early = this.#earlyScript(compilation);
    const hash = createHash('sha256').update(early).digest('hex').slice(0, 10);
    emit(`assets/early.${hash}.js`, early);
    const template = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
    const page = template.replace('<!-- assets -->', this.#tags(compilation, `assets/early.${hash}.js`).join('\n    '));
    emit('index.html', page);
    const none = page.replace(/\n *(?:<link|<script [^>]*src=)[^\n]*/g, '');
    emit('404.html', none.replace('<div id="root"></div>', '<p>There is nothing at this address.</p>'));
    emit('template.html', this.#template(page));
    emit('config.json', '{}\n');
    emit('presentation.json', '{}\n');
    emit('chunks.json', JSON.stringify(this.#chunks(compilation)));
    emit(
      '_headers',
      `/*\n  content-security-policy: ${policyText([])}\n${Object.entries(commonHeaders)
        .map(([name, value]) => `  ${name}: ${value}\n`)
        .join('')}/assets/*\n  cache-control: public, max-age=31536000, immutable\n`,
    );
  }

  /** The page for servers that are not written in JavaScript (.github/EMBEDDING.md): they fill in two places. */
  #template(page) {
    return page
      .replace(/\n *(?:<meta http-equiv|<script>)[^\n]*/g, '')
      .replace(/ (src|href)="(?=assets\/|favicon)/g, ' $1="{{assets}}/')
      .replace(/( *)<script async/, '$1<script type="application/json" id="oriel-config">{{config}}</script>\n$1<script async');
  }

  /** The files of every named chunk. The server names in a page those that it needs. */
  #chunks(compilation) {
    const named = [...compilation.namedChunkGroups].filter(([name]) => name !== 'client');
    return Object.fromEntries(named.map(([name, group]) => [name, group.getFiles().filter(isPageFile)]));
  }

  /** Preloads what the address shows. */
  #earlyScript(compilation) {
    const there = new Set(compilation.entrypoints.get('client').getFiles());
    const screens = SCREENS.map(name => {
      const group = compilation.namedChunkGroups.get(name);
      if (!group) throw new Error(`There is no chunk for the screen ${name}`);
      const { preload = [] } = group.getChildrenByOrders(compilation.moduleGraph, compilation.chunkGraph);
      const files = new Set([group, ...preload].flatMap(each => each.getFiles().filter(isPageFile)));
      return [name, [...files].filter(file => !there.has(file))];
    });
    // src/entry/client.tsx, which is still being fetched, reads the answer; a server puts the configuration into the page instead. The first
    // format of Intl takes a browser some 20 ms to make, and the page is idle now.
    return `const config=document.getElementById("oriel-config"),root=new URL("..",document.currentScript.src).href;
if(!config)for(const name of ["Config","Presentation"])\
(window["oriel"+name]=fetch(name.toLowerCase()+".json",{cache:"no-cache"})).catch(()=>{});
const inHash=!config||JSON.parse(config.textContent).addresses==="hash";
const files=${JSON.stringify(Object.fromEntries(screens))};
const [area]=(inHash?location.hash.slice(2):location.href.slice(root.length)).split(/[/?#]/);
for(const file of files[area||"data"]??[])\
document.head.append(Object.assign(document.createElement("link"),{rel:"preload",as:file.endsWith("css")?"style":"script",href:root+file}));
new Intl.NumberFormat;
`;
  }

  #tags(compilation, early) {
    const entry = compilation.entrypoints.get('client');
    const files = end => entry.getFiles().filter(file => file.endsWith(end));
    return [
      // The server sends the policy as a header and removes this element.
      `<meta http-equiv="Content-Security-Policy" content="${policyText(HEADER_ONLY)}" />`,
      `<script>${LEAD}</script>`,
      // Asynchronous: it delays nothing. The server names in its pages the files they need, and removes this element.
      `<script async src="${early}"></script>`,
      ...files('.css').map(file => `<link rel="stylesheet" href="${file}" />`),
      // The server puts it behind all other scripts of a page: it is the largest and takes longest to compile.
      ...files('.js').map(file => `<script defer fetchpriority="high" src="${file}"></script>`),
    ];
  }
}

module.exports = { PagePlugin };
