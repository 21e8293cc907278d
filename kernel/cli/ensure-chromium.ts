import { findProgram } from './find-program.ts'

/** The browser of the end-to-end tests: the one that is there, else Debian's. They are never skipped for want of it. */
export const ensureChromium = (env: NodeJS.ProcessEnv = process.env): string =>
  findProgram(
    {
      title: 'Chromium',
      names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
      files: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
      package: 'chromium',
      variable: 'CHROMIUM_PATH',
      wantedBy: 'The end-to-end tests',
    },
    env,
  )
