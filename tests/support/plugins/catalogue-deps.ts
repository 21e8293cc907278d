import { Panel, PanelError, type PanelFailure, type PanelService } from '@spawnpoint/contracts/panel'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { Audit, Database, Log, type DatabaseService, type LogService } from '@spawnpoint/sdk/server'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { createRecordedAudit } from './recorded-audit.ts'

/** How the panel may fail, and the code that the catalogue answers with. */
export const panelFailures = [
  ['unavailable', 'PANEL_UNAVAILABLE'],
  ['rate-limited', 'PANEL_BUSY'],
  ['unauthorized', 'PANEL_KEY_REFUSED'],
  ['not-found', 'PANEL_MISSING'],
  ['invalid', 'PANEL_REFUSED'],
] as const

/** A panel with three locations, two nests and two eggs in each; it can be made silent, or taken away. */
const createPanel = () => {
  const state: { connected: boolean; answers: 'well' | PanelFailure } = { connected: true, answers: 'well' }
  const answer = async <T>(value: T): Promise<T> => {
    if (state.answers !== 'well') throw new PanelError(state.answers, { detail: 'a failure of the test' })
    return value
  }
  const numbered = (name: string) => (id: number) => ({ id, name: `${name} ${id}`, description: '' })
  const panel = {
    listLocations: () => answer([1, 2, 3].map(numbered('Location'))),
    listNests: () => answer([1, 2].map(numbered('Nest'))),
    listEggs: (nest: number) => answer([nest * 10, nest * 10 + 1].map(numbered('Egg'))),
  }
  const service = { current: async () => panel, isDemo: () => false } as unknown as PanelService
  return { state, live: { get: () => (state.connected ? service : null) } }
}

const silent: LogService = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The services that the server modules of the catalogue use, on one database. */
export const createCatalogueDeps = (pool: pg.Pool) => {
  const db: DatabaseService = { orm: drizzle(pool), query: async () => [] }
  const { audit } = createRecordedAudit()
  const { state, live } = createPanel()
  const deps = [
    [Database, db],
    [Audit, audit],
    [Log, silent],
    [Panel, live],
  ] as const
  return { db, panel: state, deps }
}

export type CatalogueDeps = ReturnType<typeof createCatalogueDeps>['deps']

/** The endpoint that lists the choices of a field. */
export const choicesOf = (
  { options }: { readonly options: Readonly<Record<string, AnyEndpoint>> },
  field: string,
): AnyEndpoint => {
  const endpoint = options[field]
  if (!endpoint) throw new Error(`no choices for ${field}`)
  return endpoint
}
