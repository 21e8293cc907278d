import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { hideSecrets } from '@spawnpoint/sdk/common'
import { withoutSecrets } from './as-curl.ts'

const HIDDEN = '•••'
const MOST_ENTRIES = 500
/** Characters of a recording: it has to fit beside other files of a ticket. */
export const LONGEST_RECORDING = 1_000_000

/** Begins where a word does: from each place within a long one it would be tried anew. */
const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const ipv4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
const ipv6 = /\b(?:[0-9a-f]{1,4}:){3,7}:?[0-9a-f]{0,4}\b/gi

/** Leaves out what could name a person: addresses of email and of the network. */
const withoutPeople = (text: string) =>
  text.replaceAll(email, HIDDEN).replaceAll(ipv4, HIDDEN).replaceAll(ipv6, HIDDEN)

/** The path, and the query without what may be secret. */
const placeOf = (text: string) => {
  const { pathname, search } = withoutSecrets(text, 'http://page')
  return `${pathname}${search}`
}

const titleOf = (title: string) =>
  title.replace(/^([A-Z]+) (\/\S*)/, (_all, method: string, path: string) => `${method} ${placeOf(path)}`)

/**
 * The last activity of this tab as text, for somebody who helps: without passwords, codes, email addresses and network
 * addresses, the oldest left out where it would be too long.
 */
export function writeRecording(
  { trace, settings, plan, locale, location, uiSettings }: BrowserHost,
  { now, userAgent, width, height }: { now: number; userAgent: string; width: number; height: number },
): string {
  const { version, plugins } = plan.getState()
  const { path, search } = location.getState()
  const facts = {
    format: 1,
    at: new Date(now).toISOString(),
    page: placeOf(`${path}${search}`),
    product: settings.getState()['app_version'] ?? null,
    plan: version,
    plugins: plugins.map((plugin) => `${plugin.id} ${plugin.version}`),
    language: locale.getState(),
    browser: userAgent,
    window: `${width}x${height}`,
    look: uiSettings.getState(),
  }
  const lines = trace
    .getState()
    .slice(-MOST_ENTRIES)
    .map(({ at, kind, plugin, title, detail }) => ({
      at: new Date(at).toISOString(),
      kind,
      plugin,
      title: titleOf(title),
      detail: hideSecrets({
        ...detail,
        ...(typeof detail['url'] === 'string' && { url: placeOf(detail['url']) }),
      }),
    }))
    .map((line) => withoutPeople(JSON.stringify(line)))
  let length = 0
  const kept = lines.toReversed().filter((line) => (length += line.length) < LONGEST_RECORDING * 0.9)
  const head = withoutPeople(JSON.stringify(hideSecrets(facts), null, 2)).slice(0, -2)
  return `${head},\n  "trace": [\n    ${kept.toReversed().join(',\n    ')}\n  ]\n}\n`
}
