import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A mail server that keeps what it is given, and can be told to refuse. */
export async function startMailbox() {
  const emails: string[] = []
  const waiting = new Set<() => void>()
  let refuses = false
  let refused: string | null = null
  let hangsAt: number | null = null
  let held: (() => void)[] = []
  const watched = new Set<() => void>()

  const serve = (socket: Socket) => {
    let data: string | null = null
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (data !== null) {
        // A line that begins with a dot is sent with a second one.
        if (line !== '.') return void (data += `${line.replace(/^\./, '')}\n`)
        emails.push(data)
        data = null
        for (const tell of waiting) tell()
        if (hangsAt !== null && emails.length >= hangsAt) {
          held.push(() => void say('250 kept'))
          for (const tell of watched) tell()
          return
        }
        return say('250 kept')
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') return say('250 mailbox')
      if (verb === 'MAIL' && refuses) return say('550 not today')
      if (verb === 'RCPT' && refused !== null && line.includes(refused)) return say('550 unknown')
      if (verb === 'DATA') {
        data = ''
        return say('354 go on')
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      say('250 ok')
    }
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    say('220 mailbox')
  }

  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serve(socket)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const decode = (text: string) =>
    text
      .replaceAll(/=\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return {
    // Listening on a port, so the address is no path.
    port: (server.address() as AddressInfo).port,
    refuse: (on: boolean) => void (refuses = on),
    /** Refuses this one recipient. */
    refuseOnly: (address: string | null) => void (refused = address),
    /** Keeps emails from this number on, and does not say so until `goOn`. */
    hangAt: (count: number) => void (hangsAt = count),
    /** Resolves when an email is kept whose sender does not know it. */
    hung: () =>
      new Promise<void>((resolve) => {
        if (held.length > 0) return resolve()
        watched.add(resolve)
      }),
    goOn() {
      hangsAt = null
      for (const answer of held) answer()
      held = []
      watched.clear()
    },
    count: () => emails.length,
    /** As they came over the wire. */
    all: (): readonly string[] => emails,
    /** The first email to an address that is there or comes. */
    async emailTo(address: string, after = 0): Promise<string> {
      const find = () => emails.slice(after).find((email) => email.includes(`To: ${address}`))
      for (;;) {
        const found = find()
        if (found !== undefined) return decode(found)
        await new Promise<void>((resolve) => {
          const tell = () => {
            waiting.delete(tell)
            resolve()
          }
          waiting.add(tell)
        })
      }
    },
    async stop() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
