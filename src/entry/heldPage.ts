/**
 * Keeps a server-rendered page whose texts cannot be loaded. It is not hydrated in another language. The page stays as it is and shows a
 * note in its own language. Loading is retried when the user asks for it or the network is back, and then the page is hydrated. The App
 * does not exist yet, so the note is created with plain DOM calls.
 */
import type { HeldTexts } from '../lib/page/pageState';

/**
 * Calls `load` until it succeeds. Returns null if the user chooses English instead.
 * @param texts the texts of the note, in the language of the page
 */
export function holdPage<T>(load: () => Promise<T>, texts: HeldTexts): Promise<T | null> {
  return new Promise(resolve => {
    const end = (result: T | null): void => {
      window.removeEventListener('online', attempt);
      note.remove();
      resolve(result);
    };
    const attempt = (): void => {
      again.disabled = true;
      load().then(end, () => {
        again.disabled = false;
      });
    };
    const words = element('span', { className: 'note-words', textContent: texts.notice });
    const again = button({ textContent: texts.again, onclick: attempt });
    const english = button({ textContent: 'English', lang: 'en', onclick: () => end(null) });
    const note = element('div', { className: 'note note-danger' });
    note.setAttribute('role', 'alert');
    note.append(words, again, english);
    const place = document.querySelector('.notes') ?? document.body;
    place.append(note);
    window.addEventListener('online', attempt);
  });
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}

const button = (properties: Partial<HTMLButtonElement>): HTMLButtonElement =>
  element('button', { type: 'button', className: 'button button-quiet', ...properties });
