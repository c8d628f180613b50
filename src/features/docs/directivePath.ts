/** Address parts of a directive's page: with the mark it is written with, so that no type shares the address. */
export const directivePath = (name: string): string[] => ['docs', `@${name}`];
