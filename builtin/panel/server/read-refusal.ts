import { z } from 'zod'
import { PanelError, type PanelFailure } from '../contract/panel-error.ts'
import { readRetryAfter, retryAfterOrMinute } from './retry-after.ts'

export type PanelResponse = { status: number; isHtml: boolean; retryAfter: string | null; text: string }

const longestDetail = 300
// The panel, or a proxy in front of it, may have finished the work before it gave up answering.
const maybeDone = new Set([408, 502, 504, 520, 524])

const refusal = z.object({
  errors: z
    .array(
      z.object({
        code: z.string().optional(),
        detail: z.string(),
        meta: z.object({ source_field: z.string().optional(), rule: z.string().nullish() }).optional(),
      }),
    )
    .min(1),
})

type Problem = z.output<typeof refusal>['errors'][number]

const parse = (text: string): readonly Problem[] | null => {
  try {
    return refusal.safeParse(JSON.parse(text)).data?.errors ?? null
  } catch {
    // A refusal that is no JSON is told by its status alone.
    return null
  }
}

/** Pterodactyl passes on the status with which a node answered it: that is no word of the panel about key or record. */
const isTroubleOfNode = (errors: readonly Problem[] | null) =>
  errors?.[0]?.code === 'DaemonConnectionException'

/** A panel at another path, or of the other dialect: its route is missing, not the record. */
const isMissingRoute = (errors: readonly Problem[]) =>
  /^The route \S+ could not be found\.$/.test(errors[0]?.detail ?? '')

/** Pelican refuses to delete an administrator with an empty list; a key that it refuses has an error. */
const isEmptyRefusal = (status: number, text: string) => status === 403 && text.trim() === '[]'

const reasonByStatus: Record<number, PanelFailure> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not-found',
  409: 'conflict',
}

const plainDetail = (status: number) => `The game panel answered with status ${status}.`

const unreadable = ({ status, isHtml }: PanelResponse, errors: readonly Problem[] | null) => {
  if (errors && isMissingRoute(errors))
    return "The game panel doesn't know this call. Check its address and which panel it is."
  if (isHtml) return `A web page came instead of the game panel's answer (status ${status}).`
  if (status >= 300 && status < 400)
    return `The game panel's address redirects elsewhere (status ${status}); correct it in the settings.`
  return plainDetail(status)
}

/** Reads an answer outside 2xx, or a page of HTML, as the failure it stands for. */
export const readRefusal = (response: PanelResponse, isWrite: boolean, now: number): PanelError => {
  const { status, isHtml, retryAfter, text } = response
  if (status === 429)
    return new PanelError('rate-limited', {
      detail: 'The game panel asks for fewer calls.',
      retryAfterMs: retryAfterOrMinute(retryAfter, now),
    })
  const errors = isHtml ? null : parse(text)
  if (isWrite && maybeDone.has(status))
    return new PanelError('unknown-outcome', {
      detail: unreadable(response, errors),
      code: errors?.[0]?.code,
    })
  const known = isEmptyRefusal(status, text) ? undefined : reasonByStatus[status]
  // Only the panel itself may say "not there": the 404 of a proxy must not pass for a finished deletion.
  const isPanelsOwn = errors !== null && !isMissingRoute(errors)
  const outage =
    isHtml || status < 400 || status >= 500 || (status === 404 && !isPanelsOwn) || isTroubleOfNode(errors)
  if (outage)
    return new PanelError('unavailable', {
      detail: unreadable(response, errors),
      retryAfterMs: readRetryAfter(retryAfter, now) ?? undefined,
      code: errors?.[0]?.code,
    })
  const first = errors?.[0]
  const isTaken = errors?.some(({ meta }) => meta?.rule === 'unique') ?? false
  return new PanelError(isTaken ? 'conflict' : (known ?? 'invalid'), {
    detail: (errors?.map(({ detail }) => detail).join(' ') ?? plainDetail(status)).slice(0, longestDetail),
    code: first?.code,
    field: first?.meta?.source_field,
  })
}
