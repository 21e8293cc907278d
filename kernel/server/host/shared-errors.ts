import type { PluginError } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { coreOwner } from '../../common/hooks/standing.ts'
import type { Fault } from '../../common/hooks/fault-ledger.ts'
import { stackText } from '../../common/hooks/stack-text.ts'
import type { Core } from '../core.ts'
import { cutSecretsOf } from '../services/cut-secrets.ts'

/** As many as the row of a plugin shows. */
export const MOST_ERRORS = 5

/** As many as a process remembers of a plugin. */
const MOST_KEPT = 20

const PAUSE_MS = 250
const KEEP_DAYS = 30

interface ErrorRow extends PluginError {
  readonly plugin: string
}

export interface SharedErrors {
  /** Lets the other processes know within a second; of many at once they hear of the last. */
  add(fault: Fault): void
  /** The last errors of each plugin in the other processes of this instance, and before this one started. */
  ofOthers(): Promise<ReadonlyMap<string, readonly PluginError[]>>
}

/** A fault as its author needs it. */
export const presentFault = ({ at, effect, error, requestId }: Fault): PluginError => ({
  at: new Date(at),
  effect,
  stack: cutSecretsOf(stackText(error)),
  requestId: requestId ?? null,
})

type Faults = ReadonlyMap<string, readonly Fault[]>

/** The table of all processes; `own` names this one. */
const createErrorTable = ({ pool, clock }: Pick<Core, 'pool' | 'clock'>, own: string) => ({
  async add(faults: Faults): Promise<void> {
    const rows: readonly ErrorRow[] = [...faults].flatMap(([plugin, each]) =>
      each.map((fault) => ({ plugin, ...presentFault(fault) })),
    )
    await pool.query({
      name: 'kernel.add-plugin-errors',
      text: `insert into kernel.plugin_error (plugin, process, at, effect, stack, request_id)
             select plugin, $1::uuid, at, effect, stack, request_id
             from unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[])
               as error (plugin, at, effect, stack, request_id)`,
      values: [
        own,
        rows.map(({ plugin }) => plugin),
        rows.map(({ at }) => at),
        rows.map(({ effect }) => effect),
        // No text of PostgreSQL takes a NUL.
        rows.map(({ stack }) => stack.replaceAll('\0', '')),
        rows.map(({ requestId }) => requestId),
      ],
    })
  },
  /** Leaves the newest of these plugins. */
  async sweep(plugins: readonly string[]): Promise<void> {
    await pool.query({
      name: 'kernel.sweep-plugin-errors',
      text: `delete from kernel.plugin_error where at < $1::timestamptz - make_interval(days => $2) or id in (
               select id from (
                 select id, row_number() over (partition by plugin order by at desc, id desc) as place
                 from kernel.plugin_error where plugin = any($3)
               ) as ranked where place > $4)`,
      values: [clock.now(), KEEP_DAYS, plugins, MOST_KEPT],
    })
  },
  async ofOthers(): Promise<readonly ErrorRow[]> {
    const { rows } = await pool.query<ErrorRow>({
      name: 'kernel.errors-of-others',
      text: `select plugin, at, effect, stack, request_id as "requestId" from kernel.plugin_error
             where process <> $1 and at > $2::timestamptz - make_interval(days => $3) order by at desc, id desc`,
      values: [own, clock.now(), KEEP_DAYS],
    })
    return rows
  },
})

const withoutPlugin = ({ plugin: _plugin, ...error }: ErrorRow): PluginError => error

/** The newest errors that each process met, in the database. */
export function createSharedErrors(core: Pick<Core, 'pool' | 'log' | 'clock'>): SharedErrors {
  const table = createErrorTable(core, randomUUID())
  const waiting = new Map<string, readonly Fault[]>()
  let isWriting = false

  async function store() {
    const faults: Faults = new Map(waiting)
    waiting.clear()
    await table.add(faults)
    await table.sweep([...faults.keys()])
  }
  function begin() {
    isWriting = true
    setTimeout(write, PAUSE_MS).unref()
  }
  function write() {
    store()
      // The log of this process has them, and so has its memory.
      .catch((error: unknown) => core.log.debug({ err: error }, 'errors of plugins could not be stored'))
      .finally(() => {
        isWriting = false
        if (waiting.size > 0) begin()
      })
  }
  return {
    add(fault) {
      if (fault.owner === coreOwner) return
      waiting.set(fault.owner, [...(waiting.get(fault.owner) ?? []), fault].slice(-MOST_KEPT))
      if (!isWriting) begin()
    },
    async ofOthers() {
      const byPlugin = Map.groupBy(await table.ofOthers(), ({ plugin }) => plugin)
      return new Map([...byPlugin].map(([id, rows]) => [id, rows.map(withoutPlugin)]))
    },
  }
}
