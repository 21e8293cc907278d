import { defineConfig } from '@playwright/test'
import { findChromium } from '../tests/support/browser/chromium.ts'

// These tests need the development address, which only one process can bind.
const atOneAddress = ['first-view.e2e.ts', 'journey.e2e.ts', 'overlay.e2e.ts']

// They begin first, so that none of them is left when all others have ended.
const longest = ['screens.e2e.ts', 'plugin-packages.e2e.ts', 'plugin-chaos.e2e.ts', 'switched-off.e2e.ts']

// Playwright's own list, which this one replaces, and the suggestions of the address bar: they take a hidden page per window.
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './prepare-site.ts',
  // A machine that is busy with something else takes its time; what passes does not wait for these.
  timeout: 1_200_000,
  expect: { timeout: 180_000 },
  // Journeys wait about as long as they work: with two of them a part of two processors is unused, four starve each other.
  workers: 3,
  projects: [
    { name: 'development address', testMatch: atOneAddress, workers: 1 },
    { name: 'long journeys', testMatch: longest },
    { name: 'product', testIgnore: [...atOneAddress, ...longest] },
  ],
  retries: 0,
  outputDir: '../test-results',
  forbidOnly: true,
  use: {
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
  },
})
