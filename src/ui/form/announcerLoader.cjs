/**
 * React Aria's announcer empties its logs by `innerHTML = ''`, which a page that requires Trusted Types refuses: the first key in a date
 * field would end the screen. This loader of webpack puts the call in its place that does the same without markup.
 */
const EMPTIED = ".innerHTML = '';";

/** @throws Error when nothing is to be replaced: after an upgrade somebody has to look whether this is still needed. */
module.exports = function announcerLoader(source) {
  if (!source.includes(EMPTIED))
    throw new Error('React Aria no longer empties its announcer by innerHTML: announcerLoader.cjs can go');
  return source.replaceAll(EMPTIED, '.replaceChildren();');
};
