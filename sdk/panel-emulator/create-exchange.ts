import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { answerPanelCall, areaOf, readBody, type EmulatedPanel } from './answer-panel-call.ts'
import { faultAnswer, sendAnswer, sendHalf, type PanelAnswer } from './panel-answer.ts'
import { createBudget } from './panel-budget.ts'
import { panelFault, type PanelFaults } from './panel-faults.ts'
import { PanelProblem } from './panel-problem.ts'
import type { PanelCall } from './panel-state.ts'

const controlPath = '/__emulator/fault'
const callsKept = 5000
// The panel grants a client key three times as many calls.
const clientShare = 3

type ExchangeOptions = {
  panel: EmulatedPanel
  faults: PanelFaults
  calls: PanelCall[]
  rateLimit: number
  control: boolean
  now: () => number
  stopped: AbortSignal
  save: () => Promise<void>
}

const tooMany: PanelAnswer = {
  status: 429,
  body: { errors: [{ code: 'TooManyRequestsHttpException', status: '429', detail: 'Too Many Attempts.' }] },
}

const withoutPassword = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'password' in body ? { ...body, password: '(hidden)' } : body

const answerControl = async (faults: PanelFaults, request: IncomingMessage): Promise<PanelAnswer> => {
  if (request.method === 'DELETE') faults.clear()
  if (request.method === 'POST') {
    const parsed = panelFault.safeParse(await readBody(request))
    if (!parsed.success) return { status: 422, body: { message: parsed.error.message } }
    faults.add(parsed.data)
  }
  return { status: 200, body: { faults: faults.list() } }
}

const bodyOrRefusal = async (
  request: IncomingMessage,
): Promise<{ body?: unknown; refused: PanelAnswer | null }> => {
  try {
    return { body: await readBody(request), refused: null }
  } catch (error) {
    if (!(error instanceof PanelProblem)) throw error
    return { refused: { status: error.status, body: { errors: error.errors } } }
  }
}

export const createExchange = ({
  panel,
  faults,
  calls,
  rateLimit,
  control,
  now,
  stopped,
  save,
}: ExchangeOptions) => {
  const spend = { application: createBudget(rateLimit), client: createBudget(rateLimit * clientShare) }
  const note = (call: PanelCall) => {
    calls.push(call)
    if (calls.length > callsKept) calls.splice(0, calls.length - callsKept)
    return call
  }

  return async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://panel')
    const { method = 'GET', socket, headers } = request
    if (control && url.pathname === controlPath)
      return sendAnswer(response, await answerControl(faults, request))
    const { body, refused } = await bodyOrRefusal(request)
    const call = note({
      at: now(),
      method,
      path: url.pathname,
      query: url.search,
      body: withoutPassword(body),
      status: null,
    })
    const met = faults.take(method, url.pathname)
    for (const fault of met) if (fault.kind === 'slow') await wait(fault.ms, undefined, { signal: stopped })
    if (met.some(({ kind }) => kind === 'down')) return void socket.resetAndDestroy()
    const budget = spend[areaOf(url.pathname) ?? 'application'](now())
    const instead =
      met.map(faultAnswer).find((answer) => answer !== null) ?? (budget.allowed ? refused : tooMany)
    const answer =
      instead ??
      answerPanelCall(panel, { method, url, authorization: headers.authorization, body, now: now() })
    if (!instead && method !== 'GET') await save()
    if (met.some(({ kind }) => kind === 'cut-after')) return void socket.resetAndDestroy()
    call.status = answer.status
    if (met.some(({ kind }) => kind === 'half')) return sendHalf(response, answer)
    sendAnswer(response, answer, budget.headers)
  }
}
