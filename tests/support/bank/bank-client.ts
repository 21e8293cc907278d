import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from './seeded-random.ts'
import type { SupervisedProcess } from './supervised-process.ts'

export interface BankAccount {
  readonly user: string
  readonly cookie: string
}

export interface Bank {
  readonly processes: readonly SupervisedProcess[]
  readonly accounts: readonly BankAccount[]
  readonly codes: readonly string[]
  readonly origin: string
  readonly price: number
}

/** State of one key as its client knows it: acknowledged, refused, or unknown. */
export interface LogEntry {
  readonly scope: string
  readonly key: string
  readonly kind: 'transfer' | 'redemption' | 'purchase'
  readonly user: string
  state: 'acknowledged' | 'refused' | 'unknown'
  answer: string
}

interface Operation extends Pick<LogEntry, 'scope' | 'key' | 'kind' | 'user'> {
  readonly path: string
  readonly cookie: string | null
  readonly body: object
}

const TIMEOUT_MS = 8_000

function plan(bank: Bank, random: Random): Operation {
  const { user, cookie } = random.pick(bank.accounts)
  const key = randomUUID()
  const kind = random.pick(['transfer', 'redemption', 'purchase'] as const)
  if (kind === 'transfer') {
    const to = random.pick(bank.accounts.filter((other) => other.user !== user)).user
    const body = { key, from: user, to, amount: random.between(1, 400) }
    return { kind, key, user, scope: `bank.transfer:${user}`, path: '/transfers', cookie: null, body }
  }
  if (kind === 'redemption') {
    const body = { code: random.pick(bank.codes), requestKey: key }
    return { kind, key, user, scope: `redeem-codes:${user}`, path: '/api/earn/redemptions', cookie, body }
  }
  const body = { item: random.pick(['ram', 'disk', 'cpu'] as const), price: bank.price, requestKey: key }
  return { kind, key, user, scope: `store.purchase:${user}`, path: '/api/store/purchases', cookie, body }
}

type Attempt = {
  readonly verdict: 'acknowledged' | 'refused' | 'again' | 'late' | 'give-up'
  readonly answer: string
}

const isRefusal = (code: string) =>
  /^(EARN_CODE_(DEPLETED|ALREADY)|STORE_(INSUFFICIENT_COINS|MAX_REACHED))$/.test(code)

function judge(status: number, body: { outcome?: string; error_code?: string }): Attempt {
  const answer = body.outcome ?? body.error_code ?? String(status)
  if (status === 200 && body.outcome === 'insufficient') return { verdict: 'refused', answer }
  if (status === 200) return { verdict: 'acknowledged', answer }
  if (isRefusal(answer)) return { verdict: 'refused', answer }
  return { verdict: status === 429 ? 'give-up' : 'again', answer }
}

async function attempt(bank: Bank, operation: Operation, random: Random): Promise<Attempt> {
  const place = random.pick(bank.processes).current()
  if (!place) return { verdict: 'again', answer: 'down' }
  const port = operation.cookie === null ? place.controlPort : place.port
  const headers = { origin: bank.origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  try {
    const response = await fetch(`http://127.0.0.1:${port}${operation.path}`, {
      method: 'POST',
      headers: operation.cookie === null ? headers : { ...headers, cookie: operation.cookie },
      body: JSON.stringify(operation.body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return judge(response.status, (await response.json()) as { outcome?: string; error_code?: string })
  } catch (error) {
    const isLate = error instanceof DOMException
    return { verdict: isLate ? 'late' : 'again', answer: String(error) }
  }
}

async function settle(
  bank: Bank,
  operation: Operation,
  random: Random,
  deadline: () => number,
): Promise<LogEntry> {
  const { scope, key, kind, user } = operation
  const entry: LogEntry = { scope, key, kind, user, state: 'unknown', answer: 'none' }
  let mayComeLate = false
  while (Date.now() < deadline()) {
    const { verdict, answer } = await attempt(bank, operation, random)
    entry.answer = answer
    if (verdict === 'acknowledged') return { ...entry, state: 'acknowledged' }
    // An earlier attempt that was given up here may still be at work there: then a refusal proves nothing.
    if (verdict === 'refused') return { ...entry, state: mayComeLate ? 'unknown' : 'refused' }
    if (verdict === 'give-up') return entry
    mayComeLate ||= verdict === 'late'
    // Some people close the page instead of trying again.
    if (answer !== 'down' && random.next() < 0.05) return entry
    await wait(random.between(20, 150))
  }
  return entry
}

/** One customer after another's business, each asked for until there is an answer. */
export async function runClient(
  bank: Bank,
  random: Random,
  log: LogEntry[],
  until: { readonly stopped: () => boolean; readonly deadline: () => number },
): Promise<void> {
  while (!until.stopped()) {
    log.push(await settle(bank, plan(bank, random), random, until.deadline))
    await wait(random.between(0, 30))
  }
}
