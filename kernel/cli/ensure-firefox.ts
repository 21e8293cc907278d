import { findProgram } from './find-program.ts'

/** The second browser, for `npm run test:firefox`. */
export const ensureFirefox = (env: NodeJS.ProcessEnv = process.env): string =>
  findProgram(
    {
      title: 'Firefox',
      names: ['firefox', 'firefox-esr'],
      files: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
      package: 'firefox-esr',
      variable: 'FIREFOX_PATH',
      wantedBy: 'The Firefox tests',
    },
    env,
  )
