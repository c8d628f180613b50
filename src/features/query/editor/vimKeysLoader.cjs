/**
 * A webpack loader for @replit/codemirror-vim. The package asks the document for the focused element, which is the host for an editor in a
 * shadow root. After an unknown command the editor would be left without the focus.
 */
module.exports = function vimKeysLoader(source) {
  const rooted = source
    .replace('oldDialog.contains(document.activeElement)', 'oldDialog.contains(oldDialog.getRootNode().activeElement)')
    .replace('document.activeElement === inp', 'inp.getRootNode().activeElement === inp');
  if (rooted.includes('document.activeElement')) throw new Error('Is vimKeysLoader.cjs still right for @replit/codemirror-vim?');
  return rooted;
};
