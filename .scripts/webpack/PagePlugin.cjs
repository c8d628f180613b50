const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { Compilation, sources } = require('webpack');
const commonHeaders = require('../../src/server/commonHeaders.json');
const contentSecurityPolicy = require('../../src/server/contentSecurityPolicy.json');

/** Screens that have their own chunk, by the first part of their path. */
const SCREENS = ['data', 'dashboard', 'actions', 'live', 'query', 'docs', 'wire', 'connections', 'settings'];

/** Directives that browsers ignore in a meta element; for hosts that can send headers they are in `_headers`. */
const HEADER_ONLY = ['frame-ancestors'];

const isPageFile = file => /\.(?:js|css)$/.test(file);

/**
 * Script for hosts that respond to unknown addresses with index.html or 404.html: redirects from '/tools/oriel/data/ships' to
 * '/tools/oriel/#/data/ships', an address that works on every host. For hosts that respond to '/tools/oriel' with index.html (Rails, axum):
 * adds the slash if a script is not found without it. It is inline because at an address of unknown depth the page cannot refer to a file;
 * the policy allows it by its hash. The server removes it. Targets begin with the origin, because '//example.com/' alone is another host; and
 * only missing scripts of the start add the slash, because a redirect later would lose what was typed. A host that redirected to the address
 * may have removed the slash, and would remove it again.
 */
const LEAD = `(()=>{const{origin:o,pathname:p,search:s,hash:h}=location,\
m=/^(.*?\\/)((?:${SCREENS.join('|')})(?:\\/.*)?)$/.exec(p);\
if(m&&!/\\/$/.test(m[2]))location.replace(o+m[1]+"#/"+m[2]+s);\
else if(!/\\/$|\\.html$/.test(p))\
addEventListener("error",e=>e.target.localName==="script"&&document.readyState!=="complete"&&\
!performance.getEntriesByType("navigation")[0]?.redirectCount&&location.replace(o+p+"/"+s+h),true)})()`;
const LEAD_SOURCE = `'sha256-${createHash('sha256').update(LEAD).digest('base64')}'`;

/** Returns the policy as text. ORIEL_CONNECT_SRC restricts `connect-src` of a build for static hosting, as it does for the server. */
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
 * Writes the files beside the chunks: index.html (static/index.html with the entry's files, and the policy in a meta element), 404.html
 * (redirects to index.html on hosts that send it for unknown addresses), template.html, config.json, presentation.json, chunks.json,
 * `_headers` (Netlify, Cloudflare Pages), and the rest of static/. A general HTML plugin writes only the page, and the policy would need
 * another plugin anyway.
 *
 * On a static host the page is the same for all addresses, so only the browser knows which screen comes first. A script of half a kilobyte
 * preloads that screen (the chunk named after the first part of the path, and the chunks that it preloads by `webpackPreload`) and fetches
 * config.json.
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

  /** Returns the page for servers in other languages than JavaScript (.github/EMBEDDING.md), which replace two placeholders. */
  #template(page) {
    return page
      .replace(/\n *(?:<meta http-equiv|<script>)[^\n]*/g, '')
      .replace(/ (src|href)="(?=assets\/|favicon)/g, ' $1="{{assets}}/')
      .replace(/( *)<script async/, '$1<script type="application/json" id="oriel-config">{{config}}</script>\n$1<script async');
  }

  /** Returns the files of each named chunk. The server puts the ones that a page needs into that page. */
  #chunks(compilation) {
    const named = [...compilation.namedChunkGroups].filter(([name]) => name !== 'client');
    return Object.fromEntries(named.map(([name, group]) => [name, group.getFiles().filter(isPageFile)]));
  }

  /** Returns the script that preloads the chunks of the first screen. */
  #earlyScript(compilation) {
    const there = new Set(compilation.entrypoints.get('client').getFiles());
    const screens = SCREENS.map(name => {
      const group = compilation.namedChunkGroups.get(name);
      if (!group) throw new Error(`There is no chunk for the screen ${name}`);
      const { preload = [] } = group.getChildrenByOrders(compilation.moduleGraph, compilation.chunkGraph);
      const files = new Set([group, ...preload].flatMap(each => each.getFiles().filter(isPageFile)));
      return [name, [...files].filter(file => !there.has(file))];
    });
    // src/entry/client.tsx, which is still loading, reads these responses; a server puts the configuration into the page instead. The first
    // formatter of Intl takes a browser about 20 ms, and the page is idle at this point.
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
      // Async, so that it blocks nothing. The server lists the needed files in its pages and removes this element.
      `<script async src="${early}"></script>`,
      ...files('.css').map(file => `<link rel="stylesheet" href="${file}" />`),
      // The server moves this one behind all other scripts of a page, because it is the largest and takes the longest to compile.
      ...files('.js').map(file => `<script defer fetchpriority="high" src="${file}"></script>`),
    ];
  }
}

module.exports = { PagePlugin };
