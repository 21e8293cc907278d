import { every } from '@spawnpoint/sdk/common'
import {
  PluginAdvice,
  type PackageNote,
  type PluginAdviceSource,
  type PluginRow,
} from '@spawnpoint/sdk/server'
import type { DevSessions, DevStanding } from '../../../../sdk/package/dev-endpoint.ts'
import { isDevVersion } from './dev-packages.ts'
import { readPackage } from '../../../../sdk/package/read-package.ts'
import { presentFault } from '../../../server/host/shared-errors.ts'
import type { App } from '../../../server/app.ts'
import type { InstalledPlugins } from '../packaged-plugins.ts'
import { createDevRecords, type DevRecord } from './dev-record.ts'
import { refusalSentence } from '../../../../sdk/package/refusal-sentence.ts'

const advice: Readonly<Record<string, (details: PackageNote['details']) => string>> = {
  PACKAGE_UNSIGNED: () =>
    'the dashboard takes signed packages only: set its policy for signatures to warn while you write one',
  PACKAGE_ID_TAKEN: ({ id }) => `${id} is built in: give your plugin another id`,
  PACKAGE_CLASH: ({ other, what }) => `${other} has ${what} already: take another, or switch that one off`,
  PACKAGE_DOWNGRADE: ({ migration }) =>
    `its tables have had ${migration}, which is not here any more: put it back, or uninstall the plugin with its data at /mc-admin/plugins and save again`,
  PACKAGE_EXPORT_MISSING: ({ names, from }) =>
    `it uses ${names} of ${from}, which this dashboard does not have`,
  PACKAGE_MODULE_MISSING: ({ from }) => `it uses ${from}, which this dashboard does not have`,
  PACKAGE_INCOMPATIBLE: ({ what, range, found }) => `it is made for ${what} ${range}, and this is ${found}`,
}

const sentenceFor = ({ code, details }: PackageNote) =>
  `${code} ${advice[code]?.(details) ?? Object.values(details).join(', ')}`

const foundIn = (row: PluginRow | undefined): DevRecord['found'] => {
  if (!row) return 'nothing'
  if (row.source === 'folder') return 'folder'
  if (row.isLeftover) return 'data'
  // Remains of a lost session do not count as an installation.
  return isDevVersion(row.version) ? 'nothing' : 'package'
}

/** A running product, as the development of plugins uses it. */
export interface DevProduct extends Pick<App, 'core' | 'plugins' | 'gate'> {
  readonly packages: InstalledPlugins
}

interface DevDeps extends Omit<DevProduct, 'gate'> {
  readonly records: ReturnType<typeof createDevRecords>
}

const findRow = async (plugins: DevProduct['plugins'], id: string) =>
  (await plugins.list()).find((row) => row.id === id)

function developmentOf({ packages }: DevDeps) {
  const found = packages.development()
  if (!found) throw new Error('the dashboard is still starting: try again in a moment')
  return found
}

async function switchTo({ plugins }: DevDeps, id: string, enabled: boolean) {
  if ((await findRow(plugins, id))?.enabled === enabled) return
  if (!enabled) return plugins.disable(id, null, true)
  await plugins.enable(id, null).catch(() => undefined) // why it did not start stands in its state
}

/** Stored data of a server module is never deleted without asking. */
const hasData = async (deps: DevDeps, id: string) => {
  const kept = await developmentOf(deps).keep(id)
  const manifest = kept && (await readPackage(kept.bytes)).manifest
  return manifest ? manifest.server !== undefined || manifest.settings !== undefined : true
}

async function takeAway(deps: DevDeps, id: string, { found }: DevRecord): Promise<string> {
  const data = found === 'nothing' && !(await hasData(deps, id)) ? 'remove' : 'keep'
  await deps.plugins.packages.uninstall(id, { data, withDependants: true, actor: null })
  return data === 'keep' ? 'its data was kept' : 'it is gone'
}

async function putBackPackage(deps: DevDeps, id: string, hash: string, enabled: boolean): Promise<string> {
  await developmentOf(deps).putBack(id, { hash, bytes: deps.records.readPackage(id) })
  await switchTo(deps, id, enabled)
  return `${(await developmentOf(deps).current(id))?.version ?? 'nothing'} is there as before`
}

async function putBack(deps: DevDeps, id: string, record: DevRecord): Promise<string> {
  const current = await developmentOf(deps).current(id)
  const isOurs = current !== null && isDevVersion(current.version)
  if (record.hash !== null && (isOurs || current?.hash === record.hash))
    return putBackPackage(deps, id, record.hash, record.enabled)
  if (isOurs) return takeAway(deps, id, record)
  return current ? `${current.version} was installed meanwhile, and stays` : 'it is gone'
}

async function setAsideFor(deps: DevDeps, id: string, { found }: DevRecord) {
  if (found === 'folder') await developmentOf(deps).setAside(id, true)
}

async function putFolderBack(deps: DevDeps, id: string, { enabled }: DevRecord): Promise<string> {
  await developmentOf(deps).setAside(id, false)
  await switchTo(deps, id, enabled)
  return 'the one of the plugins folder is back'
}

async function end(deps: DevDeps, id: string): Promise<string> {
  const { records } = deps
  if (!records.ids().includes(id)) return 'nothing was installed'
  const record = records.read(id)
  const outcome = await putBack(deps, id, record)
  const now = record.found === 'folder' ? await putFolderBack(deps, id, record) : outcome
  records.remove(id)
  return now
}

async function begin(deps: DevDeps, id: string) {
  const { records } = deps
  const row = await findRow(deps.plugins, id)
  if (row?.source === 'builtin') throw new Error(`${id} is built in: give your plugin another id`)
  // A session that could not be ended: what it found is what has to come back.
  if (records.ids().includes(id)) return setAsideFor(deps, id, records.read(id))
  const found = foundIn(row)
  const kept = found === 'package' ? await developmentOf(deps).keep(id) : null
  if (found === 'package' && !kept)
    throw new Error(`the file of the installed ${id} is not there any more: install it again first`)
  const what = { found, enabled: row?.enabled ?? false, hash: kept?.hash ?? null }
  records.write(id, what, kept?.bytes ?? null)
  await setAsideFor(deps, id, what)
}

/** Lines of those whose services the plugin uses; one that fails is left out, since the plugin runs all the same. */
async function adviceFor({ core }: DevDeps, row: PluginRow): Promise<readonly string[]> {
  // A family is resolved to a look at its members, whose type its token has.
  const family = core.services.resolve(every(PluginAdvice), new Map()) as {
    get(): readonly PluginAdviceSource[] | null
  }
  const lines = await Promise.all((family.get() ?? []).map((each) => each.adviceFor(row).catch(() => null)))
  return lines.filter((line) => line !== null)
}

async function install(deps: DevDeps, id: string, bytes: Uint8Array): Promise<DevStanding> {
  const { plugins } = deps
  const isShown = await developmentOf(deps).showBuild(id, await readPackage(bytes))
  if (isShown) return { state: 'active', reason: null }
  const review = await plugins.packages.review(bytes, null)
  const [problem] = review.problems
  if (problem || review.plugin !== id) {
    await plugins.packages.discard(review.id)
    throw new Error(problem ? sentenceFor(problem) : `its id is now ${review.plugin}: start dev anew`)
  }
  await plugins.packages.install(review.id, { consent: review.consent, actor: null })
  await developmentOf(deps).forgetOld(id)
  const installed = await findRow(plugins, id)
  // Switched on already, it runs as the new build.
  if (installed?.state === 'active')
    return { state: 'active', reason: null, advice: await adviceFor(deps, installed) }
  await plugins.enable(id, null).catch(() => undefined) // why it did not start stands in its state
  const row = await findRow(plugins, id)
  const advice = row?.state === 'active' ? await adviceFor(deps, row) : []
  return { state: row?.state ?? 'failed', reason: row?.reason ?? null, advice }
}

/** Lets a plugin be written into a running product, and puts back what was there before. */
export function createDevSessions({ core, plugins, packages, gate }: DevProduct, dataDir: string) {
  const records = createDevRecords(dataDir)
  const deps: DevDeps = { core, plugins, packages, records }
  const sessions: DevSessions = {
    begin: (id) => begin(deps, id),
    async install(id, bytes) {
      try {
        return await install(deps, id, bytes)
      } catch (error) {
        const sentence = refusalSentence(error)
        if (sentence === null) throw error
        throw new Error(sentence, { cause: error })
      }
    },
    watch: (id, tell) =>
      gate.watchFaults((fault) => {
        if (fault.owner !== id) return
        const { effect, stack, requestId } = presentFault(fault)
        tell({ effect, stack, requestId })
      }),
    end: (id) => end(deps, id),
  }

  return {
    ...sessions,
    /** Call at a start: ends what a product that was killed could not. Answers what it put back. */
    async recover(): Promise<readonly string[]> {
      const done: string[] = []
      for (const id of records.ids()) {
        try {
          await setAsideFor(deps, id, records.read(id))
          done.push(`${id}: ${await end(deps, id)}`)
        } catch (error) {
          // The product starts all the same; the page of plugins shows what is there.
          done.push(`${id}: not done, ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      return done
    },
  }
}
