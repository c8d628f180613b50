/**
 * A webpack loader for React Aria's announcer, which clears its logs with `innerHTML = ''`. A page that requires Trusted Types throws on this:
 * the first key press in a date field would crash the screen. The loader replaces the assignment with `replaceChildren()`.
 */
const EMPTIED = ".innerHTML = '';";

/** @throws Error when the assignment is not found, so that an upgrade that makes this loader unnecessary is noticed. */
module.exports = function announcerLoader(source) {
  if (!source.includes(EMPTIED))
    throw new Error('React Aria no longer empties its announcer by innerHTML: announcerLoader.cjs can go');
  return source.replaceAll(EMPTIED, '.replaceChildren();');
};
