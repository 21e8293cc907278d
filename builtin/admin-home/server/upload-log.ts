import { z } from 'zod'
import { callOut } from '@spawnpoint/sdk/server'

const TIME_MS = 15_000
const LARGEST_ANSWER = 100_000

const answer = z.object({ success: z.literal(true), url: z.url({ protocol: /^https?$/ }).max(500) })

/** Hands the text to a paste service; answers the link to it, or null where it was not taken. */
export async function uploadLog(upload: {
  readonly url: string
  readonly content: string
  readonly version: string
  readonly timeoutMs?: number
}): Promise<string | null> {
  const { url, content, version, timeoutMs = TIME_MS } = upload
  try {
    const reply = await callOut({
      url,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': `spawnpoint/${version}`,
      },
      body: new URLSearchParams({ content }).toString(),
      timeoutMs,
      largest: LARGEST_ANSWER,
    })
    if (reply.status !== 200 && reply.status !== 201) return null
    return answer.parse(JSON.parse(reply.text)).url
  } catch {
    // Not reached, not in time, or not the answer of such a service: the caller says so.
    return null
  }
}
