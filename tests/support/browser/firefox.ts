import { ensureFirefox } from '../../../kernel/cli/ensure-firefox.ts'

/** The second browser; installed first where that may be done, else one clear sentence. */
export const findFirefox = (): string => process.env['FIREFOX_PATH'] ?? ensureFirefox()
