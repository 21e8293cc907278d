import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TXT = 16
const MX = 15

interface Zone {
  readonly txt?: readonly string[]
  readonly mx?: readonly (readonly [number, string])[]
  /** Answers with an error of the server, or with nothing at all. */
  readonly broken?: 'servfail' | 'silent'
}

const readName = (message: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

const writeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

/** A text longer than 255 bytes travels in pieces. */
const writeText = (text: string) =>
  Buffer.concat(
    (text.match(/.{1,200}/gs) ?? ['']).map((part) =>
      Buffer.concat([Buffer.from([Buffer.byteLength(part)]), Buffer.from(part)]),
    ),
  )

const answersOf = (zone: Zone | undefined, type: number): readonly Buffer[] => {
  if (type === TXT) return (zone?.txt ?? []).map(writeText)
  if (type !== MX) return []
  return (zone?.mx ?? []).map(([priority, name]) => {
    const head = Buffer.alloc(2)
    head.writeUInt16BE(priority)
    return Buffer.concat([head, name === '' ? Buffer.from([0]) : writeName(name)])
  })
}

function writeAnswer(question: Buffer, zones: Readonly<Record<string, Zone>>): Buffer | null {
  const { name, end } = readName(question)
  const zone = zones[name]
  if (zone?.broken === 'silent') return null
  const type = question.readUInt16BE(end)
  const data = answersOf(zone, type)
  const head = Buffer.alloc(12)
  question.copy(head, 0, 0, 2)
  let status = 0
  if (zone === undefined) status = 3
  if (zone?.broken === 'servfail') status = 2
  head.writeUInt16BE(0x8180 | status, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 6)
  const records = data.map((bytes) => {
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(60, 6)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([head, question.subarray(12, end + 4), ...records])
}

/** A name server on this machine that knows these names and says of all others that they don't exist. */
export async function startNameServer(zones: Readonly<Record<string, Zone>>) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, from) => {
    asked.push(readName(question).name)
    const answer = writeAnswer(question, zones)
    if (answer) socket.send(answer, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: (): readonly string[] => asked,
    stop: () => new Promise<void>((resolve) => void socket.close(() => resolve())),
  }
}
