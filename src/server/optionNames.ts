/** The names of settings in messages of the command `oriel`: those of its options, unless the user has set an environment variable. */

/** The option that sets each variable. */
const OPTIONS = [
  ['PORT', '--port'],
  ['HOST', '--host'],
  ['ORIEL_NAME', '--name'],
  ['ORIEL_WS_ENDPOINT', '--ws'],
  ['ORIEL_UPSTREAM_HEADERS', '--header'],
  ['ORIEL_UPSTREAM', 'ADDRESS'],
  ['ORIEL_HTTP_ENDPOINT', 'ADDRESS'],
] as const;

/**
 * The options and their variables. Variables that the user has set in the environment are left out, unless an option replaced them.
 * @param before the environment before options were applied
 */
export const optionNames = (before: NodeJS.ProcessEnv, now: NodeJS.ProcessEnv): (readonly [variable: string, option: string])[] =>
  OPTIONS.filter(([variable]) => before[variable] === undefined || before[variable] !== now[variable]);
