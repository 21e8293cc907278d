import type { HealthReport } from '@spawnpoint/sdk/server'
import { healthy, trouble } from './report.ts'

const WARN_DAYS = 90
const DAY_MS = 86_400_000

interface Version {
  readonly name: string
  readonly full: string
  readonly endsAt: Date | null
}

/** Two of the even majors a year; from 27 on one major a year. Source: https://nodejs.org/en/about/previous-releases */
export function nodeSupportEnd(major: number): Date | null {
  if (major >= 27) return new Date(Date.UTC(2003 + major, 3, 30))
  if (major % 2 === 1) return new Date(Date.UTC(2013 + Math.ceil(major / 2), 5, 1))
  return new Date(Date.UTC(2016 + major / 2, 3, 30))
}

/** Five years after its release in autumn. Source: https://www.postgresql.org/support/versioning/ */
export const postgresSupportEnd = (major: number): Date => new Date(Date.UTC(2012 + major, 10, 14))

/** Says how long a version still gets security fixes. */
export function judgeVersion({ name, full, endsAt }: Version, now: Date): HealthReport {
  const values = { name, version: full, date: endsAt?.toISOString().slice(0, 10) ?? '' }
  if (!endsAt) return healthy('unknown', values, `${name} ${full}.`)
  const days = (endsAt.getTime() - now.getTime()) / DAY_MS
  const todo = `Upgrade ${name} to a version that is supported for longer.`
  if (days < 0)
    return trouble('unhealthy', 'ended', values, {
      detail: `${name} ${full} has had no security fixes since ${values.date}.`,
      todo,
    })
  if (days < WARN_DAYS)
    return trouble('warning', 'ends', values, {
      detail: `${name} ${full} gets security fixes until ${values.date} only.`,
      todo,
    })
  return healthy('well', values, `${name} ${full}, supported until ${values.date}.`)
}

const majorOf = (version: string) => Number.parseInt(version, 10)

export const checkNode = (now: Date): HealthReport => {
  const { node } = process.versions
  return judgeVersion({ name: 'Node.js', full: node, endsAt: nodeSupportEnd(majorOf(node)) }, now)
}

/** A distribution adds its own version behind a blank. */
export function checkPostgres(serverVersion: string, now: Date): HealthReport {
  const [full = serverVersion] = serverVersion.split(' ')
  return judgeVersion({ name: 'PostgreSQL', full, endsAt: postgresSupportEnd(majorOf(full)) }, now)
}
