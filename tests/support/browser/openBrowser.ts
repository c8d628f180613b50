import { type Browser, chromium, type Page } from 'playwright-core';
import { watchErrors } from './pageErrors';

/**
 * Parts of Chromium that only cost. The first two keep a hidden page ready below the address bar of each window, at nearly a second of
 * processor time for each page that a test opens. The others are those that playwright-core turns off: of two such lists only the last
 * counts. A name that a Chromium does not know is passed over.
 */
const UNWANTED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/**
 * Starts a Chromium from CHROMIUM_PATH (set by the browser project's setup) without background traffic. The errors of its pages are
 * collected (`pageErrors.ts`).
 * @param hasPageCache pages that are left go to the back/forward cache, as for users. Playwright turns that off, and a headless shell has
 * none: the whole Chromium beside it is taken
 */
export async function openBrowser({ hasPageCache = false } = {}): Promise<Browser> {
  const found = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    executablePath: hasPageCache ? found?.replace(/-headless-shell$/, '') : found,
    ...(hasPageCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      `--disable-features=${UNWANTED.join(',')}`,
    ],
  });
  const newContext = browser.newContext.bind(browser);
  // `newPage` of a browser calls it as well.
  browser.newContext = async options => {
    const context = await newContext(options);
    watchErrors(context);
    return context;
  };
  return browser;
}

/** The complaints of a page: console errors and warnings, uncaught errors. New ones are added as long as the page is open. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push([message.text(), message.location().url].filter(Boolean).join(' at '));
  });
  page.on('pageerror', error => complaints.push(String(error)));
  return complaints;
}
