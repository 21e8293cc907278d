import {
  EndpointFailure,
  type AdminCommand,
  type PluginsService,
  type ServerHost,
} from '@spawnpoint/sdk/server'

/** The sentence that the page of plugins shows in English. */
function sentenceOf(plugins: PluginsService, { code, details = {} }: EndpointFailure): string {
  const { errors } = plugins.messages('plugin-manager', 'EN')
  const [, sentence] = Object.entries(Object(errors)).find(([name]) => name === code) ?? []
  const facts: Readonly<Record<string, unknown>> = details
  if (typeof sentence !== 'string') return [code, Object.values(facts).join(', ')].filter(Boolean).join(': ')
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(facts[name] ?? ''))
}

/** A failure that an operator can mend is a sentence; anything else is a bug and rises. */
async function explain(
  plugins: PluginsService,
  work: () => Promise<string>,
): Promise<{ text: string; failed?: boolean }> {
  try {
    return { text: await work() }
  } catch (error) {
    if (!(error instanceof EndpointFailure)) throw error
    return { failed: true, text: sentenceOf(plugins, error) }
  }
}

const listPlugins = (plugins: PluginsService): AdminCommand => ({
  summary: 'list all plugins with version, state and what is wrong',
  arguments: [],
  async run() {
    const rows = await plugins.list()
    const width = Math.max(...rows.map(({ id }) => id.length))
    const lines = rows
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, version, state, reason }) =>
        `${id.padEnd(width)}  ${version.padEnd(8)}  ${state}${reason === null ? '' : `: ${reason}`}`.trimEnd(),
      )
    return { text: lines.join('\n') }
  },
})

/** For an operator at the server, e.g. when a plugin keeps everyone out. The running product follows at once. */
export function registerCommands(host: ServerHost, plugins: PluginsService): void {
  host.command('list-plugins', listPlugins(plugins))
  host.command('enable-plugin', {
    summary: 'switch a plugin on',
    arguments: ['id'],
    run: ([id = '']) =>
      explain(plugins, async () => {
        await plugins.enable(id, null)
        return `${id} is on.`
      }),
  })
  host.command('disable-plugin', {
    summary: 'switch a plugin off, with those that need it',
    arguments: ['id'],
    run: ([id = '']) =>
      explain(plugins, async () => {
        await plugins.disable(id, null, true)
        return `${id} is off.`
      }),
  })
  host.command('leave-safe-mode', {
    summary: 'let added plugins run again after a start in safe mode',
    arguments: [],
    run: () =>
      explain(plugins, async () => {
        if (plugins.safeMode() === null) return 'Safe mode is off already.'
        await plugins.leaveSafeMode(null)
        return 'Safe mode is off.'
      }),
  })
}
