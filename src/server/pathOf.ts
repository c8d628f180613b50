/** The path of a request, without its query string. */
export const pathOf = ({ url }: { url: string }): string => url.split('?', 1)[0] ?? '';
