import { parse } from 'bowser'

/** A short name for the session list: "Firefox on Linux". */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '—'
  const { browser, os } = parse(userAgent)
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return known.join(' on ') || userAgent.slice(0, 40)
}
