import {
  defineManifest,
  type ForPlugins,
  type Manifest,
  type ManifestInput,
  type ServiceToken,
} from '@spawnpoint/sdk/common'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'

/** A service of another plugin that a test stands in for; made by {@link standIn}. @example const profiles: StandIn = standIn(Profiles, { find: async () => null }) */
export interface StandIn {
  readonly token: ServiceToken<unknown>
  readonly service: unknown
}

type Answer<T> = T extends readonly (infer E)[]
  ? readonly Answer<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Answer<T[K]> }
    : T

/** The part of a service that a test needs: some of its methods, and of their answers the fields that are read. @example const names: StandInService<{ of(id: string): Promise<string> }> = { of: async () => 'Grace' } */
export type StandInService<T> =
  // Such a service is made for each plugin: the test gives the one that the plugin under test gets.
  T extends ForPlugins<infer S>
    ? StandInService<S>
    : {
        readonly [K in keyof T]?: T[K] extends (...args: infer A) => Promise<infer R>
          ? (...args: A) => Promise<Answer<R>>
          : T[K]
      }

/**
 * Stands in for a service of another plugin. Leave out what your plugin does not call, and of an answer what it does not
 * read.
 *
 * @example await startPluginServer({ folder, services: [standIn(Profiles, { find: async () => null })] })
 */
export const standIn = <T>(token: ServiceToken<T>, service: StandInService<T>): StandIn => ({
  token,
  service,
})

const shelf = Symbol.for('spawnpoint.testing.stand-ins')
// The stand-in's own module looks here: it is loaded by the server, which knows nothing of tests.
const services: Map<string, unknown> = ((globalThis as { [shelf]?: Map<string, unknown> })[shelf] ??=
  new Map())

const serverCode = ({ id }: ServiceToken<unknown>, key: string) => `export default {
  kind: 'trusted-server',
  uses: [],
  provides: [${JSON.stringify({ kind: 'service', id })}],
  setUp: async () =>
    new Map([[${JSON.stringify(id)}, globalThis[Symbol.for('spawnpoint.testing.stand-ins')].get(${JSON.stringify(key)})]]),
}
`

function writePlugin(plugins: string, input: Pick<ManifestInput, 'id' | 'version'>, code: string | null) {
  const { id } = input
  const dist = join(plugins, id, 'dist')
  const server = code === null ? {} : { server: 'server/index.js' }
  const manifest = defineManifest({
    ...input,
    ...server,
    title: id,
    description: 'Stands in',
    defaultEnabled: true,
  })
  for (const folder of ['locales', 'server']) mkdirSync(join(dist, folder), { recursive: true })
  writeFileSync(join(dist, 'locales/en.json'), JSON.stringify({ [id]: {} }))
  if (code !== null) writeFileSync(join(dist, 'server/index.js'), code)
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ ...manifest, files: {} }))
}

/** Empty plugins in place of those that the manifest depends on, and one for each service that the test brings. */
export function writeStandIns({ dependencies }: Manifest, plugins: string, given: readonly StandIn[]): void {
  for (const [id, range] of Object.entries(dependencies))
    writePlugin(plugins, { id, version: semver.minVersion(range)?.version ?? '0.0.0' }, null)
  for (const [index, { token, service }] of given.entries()) {
    const key = randomUUID()
    services.set(key, service)
    writePlugin(plugins, { id: `stand-in-${index}`, version: '1.0.0' }, serverCode(token, key))
  }
}
