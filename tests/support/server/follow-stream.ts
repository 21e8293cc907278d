import type { ApiClient } from './api-client.ts'

/** A stream of server-sent events that a test reads. */
export interface FollowedStream {
  readonly status: number
  readonly type: string | null
  /** All that came and was not taken by `next`. */
  text(): string
  /** Takes the data of the next event with this name; null where the stream ended before. */
  next(event: string): Promise<string | null>
  /** Waits for a text; false where the stream ended before. */
  until(wanted: string): Promise<boolean>
  close(): void
}

/** Opens a stream with the session of `api`. */
export async function followStream(
  { url }: { readonly url: string },
  api: ApiClient,
  path: string,
): Promise<FollowedStream> {
  const cookie = [...api.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const closed = new AbortController()
  const headers = { cookie, accept: 'text/event-stream' }
  const response = await fetch(url + path, { headers, signal: closed.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function readMore(): Promise<boolean> {
    const read = await reader?.read()
    if (!read || read.done) return false
    text += read.value
    return true
  }
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: () => text,
    async next(event) {
      for (;;) {
        const found = new RegExp(`event: ${event}\ndata: (.*)\n\n`).exec(text)
        if (found) {
          text = text.slice(found.index + found[0].length)
          return found[1] ?? ''
        }
        if (!(await readMore())) return null
      }
    },
    async until(wanted) {
      while (!text.includes(wanted)) if (!(await readMore())) return false
      return true
    },
    close: () => closed.abort(),
  }
}
