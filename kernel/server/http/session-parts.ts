import type { SessionEntries } from '@spawnpoint/sdk/server'
import type { Logger } from 'pino'
import { attemptAsync } from '../../common/hooks/attempt.ts'
import { serverHooks } from '../../common/hooks/catalogue.ts'
import type { Clock } from '../../common/hooks/clock.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import { failureOf } from './failure.ts'

const EFFECT = 'describeSession'
const SOON_MS = serverHooks.describeSession.budgetMs
/** A first answer without somebody's name or coins looks broken until the next one: it may take this long instead. */
const PATIENCE_MS = 3_000
const TELL_EVERY_MS = 60_000

type Describe = (user: { readonly id: string }) => Promise<SessionEntries>
type Answer = SessionEntries | undefined

export interface Describer {
  readonly plugin: string
  /** It came with the product: late where the machine or the database is slow, which is no fault of its own. */
  readonly isShipped: boolean
  readonly describe: Describe
}

/** What is known of one person. Whoever holds it throws it away as a whole when something about them changes. */
export interface KnownParts {
  readonly last: Map<Describe, SessionEntries>
  readonly asked: Map<Describe, { readonly since: number; readonly answer: Promise<Answer> }>
}

export interface SessionPartsDeps {
  readonly gate: Gate
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  onLate(plugin: string): void
}

/** Asks plugins what there is to say of a person, and says what they last said where they are late. */
export function createSessionParts({ gate, clock, log, onLate }: SessionPartsDeps) {
  // Those for whom somebody waited in vain, until they answer again: a slow database holds the first visitors, not all.
  const stuck = new WeakSet<Describe>()
  const told = new Map<string, number>()

  function ask({ plugin, isShipped, describe }: Describer, user: string, known: KnownParts): Promise<Answer> {
    const running = known.asked.get(describe)
    // A late one is not asked a second time meanwhile: that would be one more query for a database that is slow.
    if (running && clock.now() - running.since < PATIENCE_MS) return running.answer
    const answer = gate
      .runAsync(plugin, EFFECT, () => describe({ id: user }), {
        budgetMs: isShipped ? undefined : SOON_MS,
        isFault: (error) => failureOf(error).isFault,
        // What fails for one account fails again each minute, and only there.
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

  function tellLate(plugin: string, waitedMs: number) {
    onLate(plugin)
    const now = clock.now()
    if (now - (told.get(plugin) ?? -Infinity) < TELL_EVERY_MS) return
    told.set(plugin, now)
    log.warn(
      { plugin, waitedMs },
      'a session was answered without the fresh part of a plugin, which was late',
    )
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
      tellLate(plugin, waitMs)
    }
    // What a plugin said goes with it.
    return gate.isActive(plugin) ? known.last.get(describe) : undefined
  }

  return {
    /** In the order of the describers. `isWhole`: no plugin of the product that is on is missing. */
    async ask(describers: readonly Describer[], user: string, known: KnownParts) {
      const found = await Promise.all(describers.map((each) => partOf(each, user, known)))
      const isMissing = ({ plugin, isShipped }: Describer, at: number) =>
        isShipped && found[at] === undefined && gate.isActive(plugin)
      return { parts: found.filter((part) => part !== undefined), isWhole: !describers.some(isMissing) }
    },
  }
}

export type SessionParts = ReturnType<typeof createSessionParts>
