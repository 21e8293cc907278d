import {
  explainFileError,
  typedPath,
  type AdminCommand,
  type InstanceService,
  type ServerHost,
} from '@spawnpoint/sdk/server'
import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { applyPlan, type ApplyUses } from './apply.ts'
import { ConfigError, readDocument, writeDocument, type ConfigDocument } from './document.ts'
import { configPlan, planChanges, type ConfigPlan } from './plan.ts'
import { readState, type ConfigState } from './state.ts'

const PRIVATE = { mode: 0o600 }

async function explain(work: () => Promise<string>): Promise<{ text: string; failed?: boolean }> {
  try {
    return { text: await work() }
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : explainFileError(error)
    if (text === null) throw error
    return { failed: true, text }
  }
}

/** The variable that an export proposes for a secret of a plugin: `${env:DISCORD_NOTIFICATIONS_WEBHOOK_URL}`. */
const nameOf = (plugin: string, name: string) =>
  `\${env:${`${plugin}_${name}`.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()}}`

/** Everything that differs from the defaults. Secrets are references, which the operator fills in. */
function describe({ settings, plugins, sections }: ConfigState): ConfigDocument {
  const changed = [...settings.values()].flatMap((each): [string, unknown][] => {
    if (each.audience === 'secret') return each.isSet ? [[each.key, `\${env:${each.key.toUpperCase()}}`]] : []
    return isDeepStrictEqual(each.value, each.default) ? [] : [[each.key, each.value]]
  })
  const listed = [...plugins.values()].flatMap(
    ({ row, values, secretsSet }): [string, ConfigDocument['plugins'][string]][] => {
      const settings = {
        ...values,
        ...Object.fromEntries(secretsSet.map((name) => [name, nameOf(row.id, name)])),
      }
      const own = Object.keys(settings).length > 0 && { settings }
      if (!row.removable && !own) return []
      return [[row.id, { ...(row.removable && { enabled: row.enabled }), ...own }]]
    },
  )
  const sorted = <T>(entries: readonly [string, T][]) =>
    Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const resources = [...sections].flatMap(([name, { rows }]): [string, Record<string, unknown>[]][] =>
    rows.length === 0 ? [] : [[name, rows.map(({ values }) => ({ ...values }))]],
  )
  return { version: 1, settings: sorted(changed), resources: sorted(resources), plugins: sorted(listed) }
}

function readPlan(file: string): ConfigPlan {
  const text = readFileSync(file, 'utf8')
  try {
    return configPlan.parse(JSON.parse(text))
  } catch {
    throw new ConfigError(`${file} is no plan: make one with config plan.`)
  }
}

type Env = Readonly<Record<string, string | undefined>>

const exportCommand = (uses: ApplyUses, written: string): AdminCommand => ({
  summary: 'write settings, rows and plugins as YAML, with secrets as references',
  arguments: ['file'],
  run: ([name = '']) =>
    explain(async () => {
      const file = typedPath(name)
      const state = await readState(uses)
      writeFileSync(file, writeDocument(describe(state), state.settings.values(), written), PRIVATE)
      return `Wrote ${file}.`
    }),
})

const planCommand = (uses: ApplyUses, env: Env): AdminCommand => ({
  summary: 'check a YAML file against the instance, show the changes and write them as a plan',
  arguments: ['file', 'plan-file'],
  run: ([file = '', planName = '']) =>
    explain(async () => {
      const wanted = readDocument(typedPath(file))
      const planFile = typedPath(planName)
      const state = await readState(uses)
      const lines = await planChanges(uses, state, wanted, env)
      const plan: ConfigPlan = { version: 1, state: state.hash, changes: lines.map(({ change }) => change) }
      writeFileSync(planFile, `${JSON.stringify(plan, null, 2)}\n`, PRIVATE)
      if (lines.length === 0) return 'Nothing to change.'
      return [
        ...lines.map(({ text }) => text),
        `${lines.length} changes. To make them: config apply ${planFile}`,
      ].join('\n')
    }),
})

const applyCommand = (uses: ApplyUses, env: Env): AdminCommand => ({
  summary: 'make the changes of a plan; refused when the instance has changed since',
  arguments: ['plan-file'],
  run: ([planFile = '']) =>
    explain(async () => {
      const plan = readPlan(typedPath(planFile))
      await applyPlan(uses, plan, env)
      return `Made ${plan.changes.length} changes.`
    }),
})

/** Configuration as code: `npm run admin -- config export|plan|apply`. */
export function registerCommands(
  host: ServerHost,
  uses: ApplyUses,
  { env, instance }: { readonly env: Env; readonly instance: Pick<InstanceService, 'command'> },
): void {
  host.command('config export', exportCommand(uses, instance.command('admin config export')))
  host.command('config plan', planCommand(uses, env))
  host.command('config apply', applyCommand(uses, env))
}
