import { type Browser, chromium, type Page } from 'playwright-core';

/** A Chromium of its own, from CHROMIUM_PATH (set by the browser project's setup). No traffic but that of the page. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu'],
  });
}

/** Everything a page complains about: console errors and warnings, uncaught errors. Grows while the page lives. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push([message.text(), message.location().url].filter(Boolean).join(' at '));
  });
  page.on('pageerror', error => complaints.push(String(error)));
  return complaints;
}
