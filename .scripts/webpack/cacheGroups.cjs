/** What several later chunks share, as one file each: every further request costs a few milliseconds, and small files compress worse. */

/** True for the modules of the chunk `data` that other chunks hold as well. */
function sharedByRows(module, { chunkGraph }) {
  // Styles stay with their parts: the order of the styles is that of the parts.
  if (!module.type.startsWith('javascript/')) return false;
  const chunks = [...chunkGraph.getModuleChunksIterable(module)];
  return chunks.length > 1 && chunks.some(chunk => chunk.name === 'data');
}

module.exports.cacheGroups = {
  defaultVendors: false,
  rows: { name: 'rows', chunks: 'async', enforce: true, test: sharedByRows },
  later: {
    name: 'later',
    chunks: 'async',
    enforce: true,
    test: /[\\/](?:withMessagesAndIcons|laterIcons|shellMore|uiMore)\.ts$/,
  },
  graphql: { name: 'graphql', chunks: 'async', enforce: true, test: /[\\/]node_modules[\\/]graphql[\\/]/ },
};
