import { ensureChromium } from '../../../kernel/cli/ensure-chromium.ts'

/** The browser that journeys run in; installed first where that may be done, else one clear sentence. */
export const findChromium = (): string => process.env['CHROMIUM_PATH'] ?? ensureChromium()
