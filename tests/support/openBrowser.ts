import { type Browser, chromium, type Page } from 'playwright-core';

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

/** A Chromium of its own, from CHROMIUM_PATH (set by the browser project's setup). No traffic but that of the page. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      `--disable-features=${UNWANTED.join(',')}`,
    ],
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
