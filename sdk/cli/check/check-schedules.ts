import { parseCronItems } from 'graphile-worker'
import { Visitor, type ESTree } from 'vite'
import { problem, type Finding } from './finding.ts'
import type { PluginSource } from './plugin-sources.ts'

const nameOf = (node: ESTree.Node | null | undefined) => (node?.type === 'Identifier' ? node.name : null)

/** The text of `schedule` in the options of a job. */
function scheduleIn(options: ESTree.Node | null | undefined) {
  if (options?.type !== 'ObjectExpression') return []
  return options.properties.flatMap((each) => {
    if (each.type !== 'Property' || nameOf(each.key) !== 'schedule') return []
    const { value } = each
    return value.type === 'Literal' && typeof value.value === 'string'
      ? [{ text: value.value, start: value.start }]
      : []
  })
}

/** Crontab lines of `defineJob` and `registrar.job`, in the options themselves or in a constant of the same file. */
export function writtenSchedules(program: ESTree.Program): readonly { text: string; start: number }[] {
  const constants = new Map<string, ESTree.Node | null>()
  const options: ESTree.Node[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      const value =
        init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression' ? init.expression : init
      constants.set(nameOf(id) ?? '', value)
    },
    CallExpression({ callee, arguments: [, second] }) {
      const name = callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee)
      if (second && (name === 'defineJob' || name === 'job')) options.push(second)
    },
  }).visit(program)
  return options.flatMap((each) => scheduleIn(constants.get(nameOf(each) ?? '') ?? each))
}

const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const numbered = (field: string | undefined, names: readonly string[], first: number) =>
  (field ?? '').replaceAll(/[a-z]{3,}/gi, (word) => {
    const index = names.indexOf(word.slice(0, 3).toLowerCase())
    return index < 0 ? word : String(index + first)
  })

function isCrontab(line: string): boolean {
  try {
    parseCronItems([{ task: 'schedule', match: line }])
    return true
  } catch {
    return false
  }
}

/** The line that other kinds of cron would have understood, written as this one reads it. */
function nearestCrontab(line: string): string | null {
  const fields = line.trim().split(/\s+/)
  // Six fields begin with the second.
  const [minute, hour, day, month, weekday] = fields.length === 6 ? fields.slice(1) : fields
  const written = [minute, hour, day, numbered(month, months, 1), numbered(weekday, days, 0)]
    .join(' ')
    .replaceAll('?', '*')
  return nicknames[line.trim().toLowerCase()] ?? (isCrontab(written) ? written : null)
}

/** A line that cannot be read would keep the plugin from starting. */
export const checkSchedules = (sources: readonly PluginSource[]): readonly Finding[] =>
  sources.flatMap(({ path, schedules }) =>
    schedules.flatMap(({ text, line }) => {
      if (isCrontab(text)) return []
      const near = nearestCrontab(text)
      const advice =
        near === null
          ? "write five fields: minute, hour, day of the month, month and day of the week, such as '30 3 * * *'"
          : `did you mean '${near}'?`
      return [problem('E_SCHEDULE', `${path}:${line}`, `'${text}' is no crontab line; ${advice}`)]
    }),
  )
