/**
 * The page that a user sees when a sign-in fails. It is a plain page, because nothing else may be available, and runs no code. Its texts
 * are in the user's language if the renderer is loaded, whose bundle contains the catalogues.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_TEXTS, type SignInProblem, type SignInTexts } from '../../lib/page/signInTexts';
import type { Renderer } from '../pages/renderer';

/** A page about a problem. */
export interface SignInPage {
  status: number;
  problem: SignInProblem;
  /** Inserted into the text: an error code, or a number of seconds. */
  detail?: string | number;
  /** Relative URL of another attempt. */
  retry: string;
}

/** Sends the page. */
export type SendSignInPage = (request: FastifyRequest, reply: FastifyReply, page: SignInPage) => Promise<FastifyReply>;

/** @param renderer without one, the texts are in English */
export function signInPages(renderer: () => Renderer | undefined): SendSignInPage {
  return async (request, reply, { status, problem, detail = '', retry }) => {
    const { cookie: cookies, 'accept-language': acceptLanguage } = request.headers;
    const found = await renderer()
      ?.signInTexts({ cookies, acceptLanguage }, problem, detail)
      .catch(() => null);
    const html = pageOf(found ?? inEnglish(problem, detail), retry);
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', vary: 'accept-language, cookie' })
      .type('text/html; charset=utf-8')
      .send(html);
  };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`);

const pageOf = (
  { language, direction, title, heading, message, tryAgain }: SignInTexts,
  retry: string,
): string => `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body>
<h1>${escaped(heading)}</h1>
<p role="alert">${escaped(message)}</p>
<p><a href="${escaped(retry)}">${escaped(tryAgain)}</a></p>
</body>
</html>
`;

const inEnglish = (problem: SignInProblem, detail: string | number): SignInTexts => ({
  language: 'en',
  direction: 'ltr',
  title: 'Sign in',
  heading: 'You are not signed in',
  message: SIGN_IN_TEXTS[problem].replace('{detail}', () => String(detail)),
  tryAgain: 'Try again',
});
