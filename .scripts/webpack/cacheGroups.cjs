/**
 * Modules that several async chunks share are put into one file each: each additional request takes a few milliseconds, and small files
 * compress worse.
 */

const isGraphql = module => /[\\/]node_modules[\\/]graphql[\\/]/.test(module.nameForCondition() ?? '');

/** Returns true for modules of graphql-js, and others, that the support for GraphQL in Query needs. */
function usedByQuery(module, { chunkGraph }) {
  const names = [...chunkGraph.getModuleChunksIterable(module)].map(chunk => chunk.name);
  const isShared = names.includes('query-language') && names.includes('query-explorer');
  if (isShared) return module.type.startsWith('javascript/');
  return isGraphql(module) && (names.includes('query-language') || names.includes('query-explorer'));
}

/** Returns true for modules that the chunk `data` shares with other chunks. */
function sharedByRows(module, { chunkGraph }) {
  // Not for styles: they have to stay with their components, which determine their order.
  if (!module.type.startsWith('javascript/')) return false;
  const chunks = [...chunkGraph.getModuleChunksIterable(module)];
  return chunks.length > 1 && chunks.some(chunk => chunk.name === 'data');
}

module.exports.cacheGroups = {
  defaultVendors: false,
  // A file of its own, because browsers compile two scripts in parallel.
  react: { name: 'react', chunks: 'initial', enforce: true, test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  rows: { name: 'rows', chunks: 'async', enforce: true, test: sharedByRows },
  later: {
    name: 'later',
    chunks: 'async',
    enforce: true,
    test: /[\\/](?:withMessagesAndIcons|laterIcons|shellMore|uiMore)\.ts$/,
  },
  graphql: { name: 'graphql', chunks: 'async', enforce: true, priority: 1, test: usedByQuery },
  // The rest of graphql-js, such as execution.
  graphqlMore: { name: 'graphql-more', chunks: 'async', enforce: true, test: isGraphql },
};
