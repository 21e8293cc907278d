const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const local = new Date(0)
  // `Date.UTC` would take the year 20, which is on the way to 2026, for 1920.
  local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  local.setUTCHours(part('hour'), part('minute'), part('second'))
  return local.getTime() - Math.floor(at / 1000) * 1000
}

/** The local time in a zone as a `datetime-local` input shows it; empty for text that is no moment. */
export function localTimeOf(iso: string, zone: string): string {
  const at = new Date(iso).getTime()
  return Number.isNaN(at) ? '' : new Date(at + offsetAt(zone, at)).toISOString().slice(0, 16)
}

/**
 * The moment that a `datetime-local` input means in a zone, in ISO 8601; empty for an empty input. A time that the clocks
 * skip is read as the one before they are put forward.
 */
export function momentOf(local: string, zone: string): string {
  const asUtc = new Date(`${local}Z`).getTime()
  if (Number.isNaN(asUtc)) return ''
  const first = asUtc - offsetAt(zone, asUtc)
  // The clocks may change between the guess and the moment.
  const second = asUtc - offsetAt(zone, first)
  const moment = new Date(second).toISOString()
  return localTimeOf(moment, zone) === local.slice(0, 16)
    ? moment
    : new Date(Math.max(first, second)).toISOString()
}
