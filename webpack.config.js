/**
 * How Oriel is built: one configuration for the browser (src/entry/client.tsx to dist/, which any static host can serve) and one for Node
 * (src/server/main.ts to .build/server/, its packages left in node_modules). `.scripts/build.mjs` runs them.
 * The page is written by `PagePlugin` below rather than by a general HTML plugin: one template, no inline script, thirty lines.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const CompressionPlugin = require('compression-webpack-plugin');
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { Compilation, ContextReplacementPlugin, sources } = require('webpack');
const contentSecurityPolicy = require('./src/server/contentSecurityPolicy.json');

const root = __dirname;

/** What is compressed ahead of time. config.json is left out: it is there to be edited, and a stale twin would win over the edit. */
const COMPRESSIBLE = /(?<!^config)\.(js|mjs|css|html|svg|json|txt|map)$/;

/** Screens that are chunks, by the first part of their path. */
const SCREENS = ['data', 'actions', 'live', 'query', 'docs', 'wire', 'connections', 'settings'];

/** Directives a browser refuses to take from a meta element; a host that can send headers finds them in `_headers`. */
const HEADER_ONLY = ['frame-ancestors'];

/** The policy as text. ORIEL_CONNECT_SRC narrows `connect-src` of a build for static hosting, as it does for the server. */
function policyText(omit) {
  const connect = (process.env.ORIEL_CONNECT_SRC ?? '').split(/[\s,]+/).filter(Boolean);
  const directives =
    connect.length > 0 ? { ...contentSecurityPolicy, 'connect-src': ["'self'", ...connect] } : contentSecurityPolicy;
  return Object.entries(directives)
    .filter(([name]) => !omit.includes(name))
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/**
 * Writes what stands beside the chunks: index.html (the template of static/ with the entry's files in it and the policy as a meta element),
 * 404.html (the same page, for hosts whose fallback it is), config.json, `_headers` (Netlify, Cloudflare Pages), and the rest of static/.
 * The page is the same for all addresses, and what the first screen of an address is made of is known only once it is there: a script of
 * half a kilobyte preloads it (the chunk called after the first part of the path, and what that preloads by `webpackPreload`), and asks for config.json.
 */
class PagePlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PagePlugin', compilation => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'PagePlugin', stage }, () => this.#write(compilation));
    });
  }

  #write(compilation) {
    const folder = path.join(root, 'static');
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
    emit('404.html', page);
    emit('config.json', '{}\n');
    emit('chunks.json', JSON.stringify(this.#chunks(compilation)));
    emit(
      '_headers',
      `/*\n  Content-Security-Policy: ${policyText([])}\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n` +
        '  Cross-Origin-Opener-Policy: same-origin\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n',
    );
  }

  /** The files of every chunk that has a name, for the server, which names in a page those it needs. */
  #chunks(compilation) {
    const { publicPath } = compilation.outputOptions;
    const named = [...compilation.namedChunkGroups].filter(([name]) => name !== 'client');
    return Object.fromEntries(
      named.map(([name, group]) => [
        name,
        group
          .getFiles()
          .filter(file => /\.(?:js|css)$/.test(file))
          .map(file => publicPath + file),
      ]),
    );
  }

  /** Preloads what the address shows. */
  #earlyScript(compilation) {
    const { publicPath } = compilation.outputOptions;
    const entry = compilation.entrypoints.get('client');
    const filesOf = group => group.getFiles().filter(file => /\.(?:js|css)$/.test(file));
    const there = new Set(entry.getFiles());
    const screens = SCREENS.map(name => {
      const group = compilation.namedChunkGroups.get(name);
      if (!group) throw new Error(`There is no chunk for the screen ${name}`);
      const { preload = [] } = group.getChildrenByOrders(compilation.moduleGraph, compilation.chunkGraph);
      const files = new Set([group, ...preload].flatMap(filesOf));
      return [name, [...files].filter(file => !there.has(file)).map(file => publicPath + file)];
    });
    // The configuration is asked for by src/entry/client.tsx, whose code is still on its way; a server puts it into the page. Meanwhile the page has
    // nothing to do: the first of Intl's formats, whichever it is, takes a browser some 20 ms to make.
    return `if(!document.getElementById("oriel-config"))(window.orielConfig=fetch("/config.json",{cache:"no-cache"})).catch(()=>{});
const files=${JSON.stringify(Object.fromEntries(screens))};
for(const href of files[location.pathname.split("/")[1]||"data"]??[])\
document.head.append(Object.assign(document.createElement("link"),{rel:"preload",as:href.endsWith("css")?"style":"script",href}));
new Intl.NumberFormat;
`;
  }

  #tags(compilation, early) {
    const entry = compilation.entrypoints.get('client');
    const { publicPath } = compilation.outputOptions;
    const files = end => entry.getFiles().filter(file => file.endsWith(end));
    return [
      // Read by the server, which sends the policy as a header and takes this element out.
      `<meta http-equiv="Content-Security-Policy" content="${policyText(HEADER_ONLY)}" />`,
      // Waits for nothing and holds nothing up. The server names in its pages what they need, and takes it out.
      `<script async src="${publicPath}${early}"></script>`,
      ...files('.css').map(file => `<link rel="stylesheet" href="${publicPath}${file}" />`),
      // In the server's pages it stands behind all others, which it finds there; it is the largest, and the one that takes longest to read.
      ...files('.js').map(file => `<script defer fetchpriority="high" src="${publicPath}${file}"></script>`),
    ];
  }
}

/**
 * Browsers read a function in brackets together with the script around it, beside the page's work, where it is called at once; an arrow function
 * they pass over, and read again when it is called, while the page waits. All of the first script is in one.
 */
class ReadOncePlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ReadOncePlugin', compilation => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'ReadOncePlugin', stage }, () => {
        for (const file of compilation.entrypoints.get('client').getFiles()) {
          if (file.endsWith('.js')) compilation.updateAsset(file, source => this.#bracketed(source, file));
        }
      });
    });
  }

  #bracketed(source, file) {
    const arrow = '(()=>{';
    const at = source.source().indexOf(arrow);
    // A comment with the licences may stand before it.
    if (at < 0 || at > 200) throw new Error(`${file} does not begin with an arrow function: is ReadOncePlugin still wanted?`);
    const changed = new sources.ReplaceSource(source);
    changed.replace(at, at + arrow.length - 1, '(function(){');
    return changed;
  }
}

/** The texts of the languages, and what turns them into code. */
const MESSAGES = /[\\/]src[\\/]i18n[\\/](english|catalogues)[\\/][^\\/]+\.ts$/;
const messageLoader = path.join(root, 'src/i18n/messageLoader.cjs');

/** The one file of React Aria that the page's policy would stop. */
const ANNOUNCER = /[\\/]react-aria[\\/]dist[\\/]private[\\/]live-announcer[\\/]LiveAnnouncer\.[cm]?js$/;
const announcerLoader = path.join(root, 'src/ui/form/announcerLoader.cjs');

/** A package of which two constants are used. */
const SERVER_TYPES = /[\\/]vscode-languageserver-types[\\/]lib[\\/]esm[\\/]main\.js$/;
const serverTypesLoader = path.join(root, 'src/features/query/editor/serverTypesLoader.cjs');

const common = {
  context: root,
  devtool: 'source-map',
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  module: {
    rules: [
      { test: /\.tsx?$/, exclude: [/node_modules/, MESSAGES], loader: 'swc-loader' },
      // Compiled while building, so that the page needs no parser for them.
      { test: MESSAGES, loader: messageLoader },
    ],
  },
  performance: false,
  stats: { preset: 'errors-warnings' },
};

const cache = (name, mode) => ({
  type: 'filesystem',
  name: `${name}-${mode}`,
  cacheDirectory: path.join(root, '.build/cache'),
  buildDependencies: { config: [__filename, messageLoader, announcerLoader, serverTypesLoader] },
});

/** True for the modules of the chunk `data` that other chunks hold as well. */
function sharedByRows(module, { chunkGraph }) {
  // Styles stay with their parts: their order is that of the parts.
  if (!module.type.startsWith('javascript/')) return false;
  const chunks = [...chunkGraph.getModuleChunksIterable(module)];
  return chunks.length > 1 && chunks.some(chunk => chunk.name === 'data');
}

/** The browser's build. In production every asset has a .br and a .gz beside it. */
function browser(mode) {
  const production = mode === 'production';
  return {
    ...common,
    name: 'browser',
    mode,
    cache: cache('browser', mode),
    target: ['web', 'es2022'],
    // All documents of a page are text: core's parser and printer are 3 kB that the first rows would wait for.
    resolve: { ...common.resolve, alias: { '@0no-co/graphql.web$': path.join(root, 'src/transport/graphqlText.ts') } },
    entry: { client: './src/entry/client.tsx' },
    output: {
      path: path.join(root, 'dist'),
      publicPath: '/',
      filename: 'assets/[name].[contenthash].js',
      // By number: the first script would hold a name for each. `chunks.json` and the maps tell which is which.
      chunkFilename: 'assets/[id].[contenthash].js',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
      // Every one stands in the first script: long ones cost more than they tell apart.
      hashDigestLength: 8,
      crossOriginLoading: false,
      trustedTypes: { policyName: 'oriel-chunks' },
      uniqueName: 'oriel',
      clean: true,
    },
    module: {
      rules: [
        ...common.module.rules,
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        { test: ANNOUNCER, loader: announcerLoader },
        { test: SERVER_TYPES, loader: serverTypesLoader },
        // With a copy of what they need of core: what later code uses of a module that the first script has as well stays in the first script.
        {
          issuer: /[\\/]exchanges[\\/](?:ssrStage|streamedExchange|uploadExchange)\.ts$/,
          test: /[\\/]node_modules[\\/]@urql[\\/]/,
          layer: 'later',
        },
        {
          issuer:
            /[\\/]exchanges[\\/](?:subscriptionRetry|persistedQueries|events)Exchange\.ts$|[\\/]exchange-(?:retry|persisted)[\\/]/,
          test: /[\\/]node_modules[\\/]wonka[\\/]/,
          layer: 'later',
        },
        // Says so of itself in no package.json: what is not imported from it need not be there.
        { test: /[\\/]node_modules[\\/]graphql-language-service[\\/]/, sideEffects: false },
      ],
    },
    // The page stays readable: it is 1 kB, and the server finds its places in it.
    optimization: {
      // What the rows of a table share with other screens is one file beside their own: every small one compresses worse, and needs a name.
      splitChunks: {
        cacheGroups: {
          defaultVendors: false,
          rows: { name: 'rows', chunks: 'async', enforce: true, test: sharedByRows },
          // Wanted by nearly every part that comes later.
          later: {
            name: 'later',
            chunks: 'async',
            enforce: true,
            test: /[\\/](?:withMessagesAndIcons|laterIcons|shellMore|uiMore)\.ts$/,
          },
          // One file each, where several parts share pieces of them: a file more is a request more, and a few milliseconds of the page's time.
          graphql: { name: 'graphql', chunks: 'async', enforce: true, test: /[\\/]node_modules[\\/]graphql[\\/]/ },
          client: { name: 'client-later', chunks: 'async', enforce: true, test: module => module.layer === 'later' },
        },
      },
      // The shortest names and numbers: the first script is full of them, and random ones do not compress.
      mangleExports: 'size',
      moduleIds: 'size',
      chunkIds: 'size',
      minimizer: ['...', new CssMinimizerPlugin()],
      // Functions put into the place of their only call compress worse than those that are called.
      minimizeOptions: { html: false, javascript: { compress: { passes: 2, reduce_funcs: false } } },
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: 'assets/[name].[contenthash].css',
        chunkFilename: 'assets/[id].[contenthash].css',
      }),
      new PagePlugin(),
      // Each language once, without its ending: webpack would list every way to name a file.
      new ContextReplacementPlugin(/catalogues/, /^\.\/[^.]+$/),
      ...(production ? [new ReadOncePlugin(), ...compressed()] : []),
    ],
  };
}

function compressed() {
  const every = { test: COMPRESSIBLE, threshold: 0, minRatio: Number.MAX_SAFE_INTEGER };
  const brotli = quality => ({
    ...every,
    filename: '[path][base].br',
    algorithm: 'brotliCompress',
    compressionOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } },
  });
  return [
    new CompressionPlugin({
      ...every,
      filename: '[path][base].gz',
      algorithm: 'gzip',
      compressionOptions: { level: 9, memLevel: 9 },
    }),
    new CompressionPlugin({ ...brotli(11), exclude: /\.map$/ }),
    // Maps are for developers only; the last tenth of their size costs a third of the whole build's time.
    new CompressionPlugin({ ...brotli(5), test: /\.map$/ }),
  ];
}

/** A build for Node: ES modules, so that packages of both kinds can be imported; they stay where npm put them. */
function node(name, mode, entry, folder) {
  return {
    ...common,
    name,
    mode,
    cache: cache(name, mode),
    target: 'node20',
    entry,
    output: {
      path: path.join(root, '.build', folder),
      filename: '[name].mjs',
      chunkFilename: '[name].[contenthash].mjs',
      module: true,
      chunkFormat: 'module',
      clean: true,
    },
    experiments: { outputModule: true },
    externalsType: 'module-import',
    externals: [({ request }, done) => (/^[./]/.test(request) ? done() : done(null, request))],
    // `import.meta.url` is to be that of the bundle, from which it finds dist/.
    module: {
      parser: { javascript: { importMeta: false, url: false } },
      ...common.module,
    },
    optimization: { minimize: false },
  };
}

const server = mode => node('server', mode, { main: './src/server/main.ts' }, 'server');

/** What renders pages on the server: the client's own parts. One file set with everything in it, so that NODE_ENV is decided here and there
 * is one React; the styles are those of the browser's build. */
function render(mode) {
  const base = node('render', mode, { render: './src/entry/server.tsx' }, 'render');
  return {
    ...base,
    output: { ...base.output, library: { type: 'module' } },
    externals: [],
    module: {
      ...base.module,
      rules: [...base.module.rules, { test: /\.css$/, type: 'asset/source', generator: { emit: false } }],
    },
  };
}

/** The benchmarks. Two of their files stand in layers of their own, so that each has its own copy of the transport, one of them untapped. */
function bench() {
  const base = node('bench', 'production', { run: './tests/bench/run.ts' }, 'bench');
  const layers = ['tapped', 'untapped'];
  return {
    ...base,
    experiments: { ...base.experiments, layers: true },
    module: {
      ...base.module,
      rules: [
        ...base.module.rules,
        ...layers.map(layer => ({ test: path.join(root, `tests/bench/${layer}.ts`), layer })),
        {
          issuerLayer: 'untapped',
          test: /[\\/]src[\\/]transport[\\/].+\.ts$/,
          enforce: 'pre',
          loader: path.join(root, 'tests/bench/untappedLoader.cjs'),
        },
      ],
    },
  };
}

module.exports = (_env, { mode = 'production' } = {}) => [browser(mode), server(mode), render(mode)];
module.exports.bench = bench;
