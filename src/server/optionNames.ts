/** The names of settings in messages of `oriel`: those of its options, where the user can have typed no environment variable. */

/** The option that sets each variable. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['PORT', '--port'],
  ['HOST', '--host'],
  ['ORIEL_NAME', '--name'],
  ['ORIEL_WS_ENDPOINT', '--ws'],
  ['ORIEL_UPSTREAM_HEADERS', '--header'],
  ['ORIEL_UPSTREAM', 'ADDRESS'],
  ['ORIEL_HTTP_ENDPOINT', 'ADDRESS'],
]);

/**
 * Returns a function that replaces the names of variables in a message.
 * @param before the environment before options were applied; a variable that it sets keeps its name, unless its value was replaced
 */
export function optionNames(before: NodeJS.ProcessEnv, now: NodeJS.ProcessEnv): (message: string) => string {
  return message =>
    message.replace(/\b[A-Z_]{4,40}\b/g, name =>
      before[name] === undefined || before[name] !== now[name] ? (OPTIONS.get(name) ?? name) : name,
    );
}
