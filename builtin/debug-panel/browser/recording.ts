import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { hideSecrets, isSecretName } from '@spawnpoint/sdk/common'
import { withoutSecrets } from './as-curl.ts'

const HIDDEN = '•••'
const MOST_ENTRIES = 500
/** Characters of a recording: it has to fit beside other files of a ticket. */
export const LONGEST_RECORDING = 1_000_000

// Each begins where a word does: from each place within a long one it would be tried anew.
const email = /(?<![\p{L}\p{N}_.+%-])[\p{L}\p{N}_.+%-]+(?:@|%40)[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu
const ipv4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
const colons = /(?<![\w:.])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi
const namedValue =
  /(?<![\w-])(["']?)([\w-]+)\1(\s*[:=]\s*)(?:(["'])(?:\\.|(?!\4)[^\\])*(?:\4|$)|[^\s"',;&{}[\]]+)/g

/** A time of day has two colons as well, and no gap. */
const isNetworkAddress = (text: string) => /[0-9a-f]/i.test(text) && /::|:.*:.*:/.test(text)

/** Leaves out what could name a person: addresses of email and of the network. */
const withoutPeople = (text: string) =>
  text
    .replaceAll(email, HIDDEN)
    .replaceAll(ipv4, HIDDEN)
    .replaceAll(colons, (text) => (isNetworkAddress(text) ? HIDDEN : text))

/** Text that somebody wrote to the console may be JSON or a list of values. */
const withoutNamed = (_key: string, value: unknown) =>
  typeof value === 'string'
    ? value.replaceAll(namedValue, (all, quote: string, name: string, sign: string, valueQuote = '') =>
        isSecretName(name) ? `${quote}${name}${quote}${sign}${valueQuote}${HIDDEN}${valueQuote}` : all,
      )
    : value

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
      detail: { ...detail, ...(typeof detail['url'] === 'string' && { url: placeOf(detail['url']) }) },
    }))
    .map((line) => withoutPeople(JSON.stringify(hideSecrets(line), withoutNamed)))
  let length = 0
  const kept = lines.toReversed().filter((line) => (length += line.length) < LONGEST_RECORDING * 0.9)
  const head = withoutPeople(JSON.stringify(hideSecrets(facts), null, 2)).slice(0, -2)
  return `${head},\n  "trace": [\n    ${kept.toReversed().join(',\n    ')}\n  ]\n}\n`
}
