import { defineConfig } from '@playwright/test'
import { PATIENCE_MS } from './open-firefox.ts'

/** Playwright runs and judges; the browser is Debian's own Firefox, driven by puppeteer over WebDriver BiDi. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.firefox.ts',
  // The content of the screens is made once, in Chromium.
  globalSetup: '../prepare-site.ts',
  timeout: 300_000,
  expect: { timeout: PATIENCE_MS },
  workers: 1,
  forbidOnly: true,
  outputDir: '../../test-results/firefox',
})
