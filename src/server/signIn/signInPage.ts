/** What a person sees when a sign-in does not succeed: a plain page, as there may be nothing else to show. It runs nothing. */
import type { FastifyReply } from 'fastify';

const escaped = (text: string): string => text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`);

/**
 * Sends the page.
 * @param retry relative address of another attempt
 */
export function sendSignInPage(reply: FastifyReply, status: number, message: string, retry: string): FastifyReply {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title></head>
<body>
<h1>You are not signed in</h1>
<p role="alert">${escaped(message)}</p>
<p><a href="${escaped(retry)}">Try again</a></p>
</body>
</html>
`;
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}
