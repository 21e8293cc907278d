import type { SessionsService } from '@spawnpoint/sdk/server'

/** Starts a session as a log-in does; answers the cookies that the browser would send. */
export async function mintCookie(sessions: SessionsService, user: string): Promise<string> {
  const lines: string[] = []
  const carrier = {
    request: { headers: { 'user-agent': 'test' }, ip: '127.0.0.1' },
    reply: {
      header: (_name: string, value: string | readonly string[]) => lines.push(...[value].flat()),
      getHeader: () => undefined,
    },
  }
  await sessions.start(carrier, user)
  return lines
    .filter((line) => !/Max-Age=0/.test(line))
    .map((line) => line.split(';')[0])
    .join('; ')
}
