import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { isRecord } from '../../sdk/common/is-record.ts'

export const pluginServicesFile = 'sdk/package/plugin-services.json'

/** Ids that provide services of the product, and the services that operators are asked for in words: those are for plugins. */
export function createPluginServices(root: string): string {
  const providers = ['kernel']
  const services: string[] = []
  for (const file of globSync('builtin/*/locales/en.yml', { cwd: root }).sort()) {
    const id = /^builtin\/([^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1] ?? ''
    const messages: unknown = parse(readFileSync(join(root, file), 'utf8'))
    const own = isRecord(messages) && isRecord(messages[id]) ? messages[id] : {}
    const staff = isRecord(own['staff']) ? own['staff'] : {}
    providers.push(id)
    if (isRecord(staff['services']))
      services.push(...Object.keys(staff['services']).map((name) => `${id}.${name}`))
  }
  return `${JSON.stringify({ providers, services: services.sort() }, null, 2)}\n`
}
