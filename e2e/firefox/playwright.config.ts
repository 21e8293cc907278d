import { defineConfig } from '@playwright/test'

/** Playwright runs and judges; the browser is Debian's own Firefox, driven by puppeteer over WebDriver BiDi. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.firefox.ts',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: true,
  outputDir: '../../test-results/firefox',
})
