import type { SessionEntries } from '@spawnpoint/sdk/server'
import type { Logger } from 'pino'
import { attemptAsync } from '../../common/hooks/attempt.ts'
import { serverHooks } from '../../common/hooks/catalogue.ts'
import type { Clock } from '../../common/hooks/clock.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import { isProductKey } from '../../common/local-keys.ts'
import type { Describe, Describer, SessionFindings, SessionPart } from '../host/server-hooks.ts'
import { failureOf } from './failure.ts'

const EFFECT = 'describeSession'
const SOON_MS = serverHooks.describeSession.budgetMs
/** A first answer without somebody's name or coins looks broken until the next one: it may take this long instead. */
const PATIENCE_MS = 3_000
const WARN_EVERY_MS = 60_000

type Answer = SessionEntries | undefined

/** Cached parts for one user; the whole entry is dropped when anything about the user changes. */
export interface KnownParts {
  readonly last: Map<Describe, SessionEntries>
  readonly asked: Map<Describe, { readonly since: number; readonly answer: Promise<Answer> }>
}

// The kernel's own entries of `user_info`.
const kernelKeys: readonly string[] = ['uuid', 'required_step', 'impersonated']

const keysOf = ({ userInfo, billing, stats }: SessionEntries) =>
  [userInfo, billing, stats].flatMap((group) => Object.keys(group ?? {}))

/** Each entry is cached in the browser under its own key, where it must not overwrite a key of the product. */
export function refuseProductKeys(plugin: string, entries: SessionEntries): SessionEntries {
  const taken = keysOf(entries).find((key) => isProductKey(key) || kernelKeys.includes(key))
  if (taken !== undefined)
    throw new Error(`E_SESSION_KEY ${plugin}: the session entry "${taken}" is a key of the product`)
  return entries
}

export interface SessionPartsDeps {
  readonly gate: Gate
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  onLate(plugin: string): void
}

export interface SessionParts {
  /** In the order of the describers. `isWhole`: no plugin of the product that is on is missing. */
  ask(
    findings: SessionFindings,
    user: string,
    known: KnownParts,
  ): Promise<{ readonly parts: readonly SessionEntries[]; readonly isWhole: boolean }>
}

/** The first plugin keeps a key; the entry of a later one is left out, and the log says so once. */
function createTakenFilter(log: SessionPartsDeps['log']) {
  const refused = new Set<string>()
  return (parts: readonly SessionPart[]): SessionEntries[] => {
    const owners = new Map<string, string>()
    const isFree = (key: string, plugin: string) => {
      const owner = owners.get(key)
      if (owner === undefined) owners.set(key, plugin)
      else if (!refused.has(`${plugin} ${key}`)) {
        refused.add(`${plugin} ${key}`)
        log.warn({ plugin, key, owner }, 'session entry refused: another plugin has this key')
      }
      return owner === undefined
    }
    return parts.map(({ plugin, entries }) =>
      Object.fromEntries(
        Object.entries(entries).map(([group, values]) => [
          group,
          Object.fromEntries(Object.entries(values ?? {}).filter(([key]) => isFree(key, plugin))),
        ]),
      ),
    )
  }
}

/** Logs that a plugin's entries are missing, each plugin at most once a minute. */
function createGapLog({ clock, log }: Pick<SessionPartsDeps, 'clock' | 'log'>) {
  const warned = new Map<string, number>()
  return (plugin: string, waitedMs: number) => {
    const now = clock.now()
    if (now - (warned.get(plugin) ?? -Infinity) < WARN_EVERY_MS) return
    warned.set(plugin, now)
    log.warn(
      { plugin, waitedMs },
      'session answered without the data of a slow plugin; if this repeats, check the load of the database and of this machine',
    )
  }
}

/** Asks plugins what there is to say of a person, and says what they last said where they are late. */
export function createSessionParts({ gate, clock, log, onLate }: SessionPartsDeps): SessionParts {
  // Describers that timed out, until they answer again: a slow database delays the first visitors, not all.
  const stuck = new WeakSet<Describe>()
  const warnOfGap = createGapLog({ clock, log })
  const withoutTaken = createTakenFilter(log)

  function ask({ plugin, isShipped, describe }: Describer, user: string, known: KnownParts): Promise<Answer> {
    const running = known.asked.get(describe)
    // A late one is not asked a second time meanwhile: that would be one more query for a database that is slow.
    if (running && clock.now() - running.since < PATIENCE_MS) return running.answer
    const answer = gate
      .runAsync(plugin, EFFECT, async () => refuseProductKeys(plugin, await describe({ id: user })), {
        budgetMs: isShipped ? undefined : SOON_MS,
        isFault: (error) => failureOf(error).isFault,
        // A failure for one account repeats every minute, but only for that account.
        caller: { person: user, place: user },
      })
      .then((part) => {
        if (known.asked.get(describe)?.answer !== answer) return part
        known.asked.delete(describe)
        if (part) known.last.set(describe, part)
        stuck.delete(describe)
        return part
      })
    known.asked.set(describe, { since: clock.now(), answer })
    return answer
  }

  async function partOf(describer: Describer, user: string, known: KnownParts): Promise<Answer> {
    const { plugin, isShipped, describe } = describer
    const isPatient = !known.last.has(describe) && !stuck.has(describe)
    const waitMs = isPatient ? PATIENCE_MS : SOON_MS
    const answer = ask(describer, user, known)
    const result = await attemptAsync(() => answer, clock, isShipped ? waitMs : undefined)
    if (result.ok && result.value) return result.value
    if (!result.ok) {
      if (isPatient) stuck.add(describe)
      onLate(plugin)
      // With the last known data the visitor misses nothing.
      if (!known.last.has(describe)) warnOfGap(plugin, waitMs)
    }
    // A disabled plugin's entries disappear with it.
    return gate.isActive(plugin) ? known.last.get(describe) : undefined
  }

  return {
    async ask({ describers, entries: added }: SessionFindings, user: string, known: KnownParts) {
      const found = await Promise.all(describers.map((each) => partOf(each, user, known)))
      const isMissing = ({ plugin, isShipped }: Describer, at: number) =>
        isShipped && found[at] === undefined && gate.isActive(plugin)
      const parts = describers.flatMap(({ plugin }, at): SessionPart[] => {
        const entries = found[at]
        return entries ? [{ plugin, entries }] : []
      })
      return { parts: withoutTaken([...parts, ...added]), isWhole: !describers.some(isMissing) }
    },
  }
}
