/** Checks whether a path is inside a folder that tools create for themselves. */
export const isHiddenPath = (path: string): boolean => path.split('/').slice(0, -1).some(isHiddenName);

/** The same for the name of a folder. */
export const isHiddenName = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
