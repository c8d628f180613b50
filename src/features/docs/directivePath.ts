/** Returns the address parts of a directive's page. The `@` keeps them different from those of a type with the same name. */
export const directivePath = (name: string): string[] => ['docs', `@${name}`];
