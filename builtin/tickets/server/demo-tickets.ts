import sharp from 'sharp'
import type { TicketPriority, TicketStatus } from '@spawnpoint/contracts/tickets'

type Step =
  | { readonly customer: string }
  | { readonly staff: string; readonly coins?: number }
  | { readonly note: string }
  | { readonly close: true }
  | {
      readonly set: { readonly status?: TicketStatus; readonly priority?: TicketPriority }
      /** Assigned to the agent who does it. */
      readonly mine?: boolean
    }

export interface DemoFile {
  readonly name: string
  readonly text?: string
  readonly bytes?: () => Promise<Uint8Array>
}

/** A ticket of the demonstration. */
export interface DemoTicket {
  /** A customer; anybody where it is absent. */
  readonly of?: string
  readonly department: string
  readonly priority: TicketPriority
  readonly subject: string
  readonly text: string
  readonly hoursAgo: number
  readonly aboutServer?: boolean
  readonly files?: readonly DemoFile[]
  readonly steps: readonly Step[]
}

const console = `[18:02:11] [Server thread/INFO]: Starting minecraft server version 1.21.4
[18:02:13] [Server thread/WARN]: Can't keep up! Is the server overloaded? Running 2381ms or 47 ticks behind
[18:02:16] [Server thread/INFO]: kai joined the game
[18:02:17] [Server thread/ERROR]: Encountered an unexpected exception
java.lang.OutOfMemoryError: Java heap space
	at net.minecraft.server.MinecraftServer.run(MinecraftServer.java:812)
[18:02:17] [Server thread/INFO]: Stopping server
`

const [WIDTH, HEIGHT] = [960, 540]

/** A graph of memory that rises until it is full. */
const drawGraph = () => {
  const raw = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const used = HEIGHT * (0.15 + 0.75 * Math.min(1, (x / (WIDTH * 0.8)) ** 2))
      const isUsed = HEIGHT - y < used
      const isLine = y % 90 === 0
      const color = isUsed ? [0xd9, 0x7a, 0x35] : isLine ? [0x35, 0x39, 0x42] : [0x16, 0x18, 0x1d]
      raw.set(color, (y * WIDTH + x) * 3)
    }
  return sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer()
}

const tech = 'Technical support'

export const demoTickets: readonly DemoTicket[] = [
  {
    of: 'priya',
    department: tech,
    priority: 'high',
    subject: 'Server crashes when two players join',
    text: 'Since yesterday my server stops as soon as a **second player** joins.\n\n```\njava.lang.OutOfMemoryError: Java heap space\n    at net.minecraft.server.MinecraftServer.run\n```\n\nI have 6 mods installed, nothing new.',
    hoursAgo: 26,
    aboutServer: true,
    files: [
      { name: 'memory.png', bytes: drawGraph },
      { name: 'latest.log', text: console },
    ],
    steps: [
      { set: { status: 'inprogress' }, mine: true },
      { note: 'Only 1 GB of memory with six mods. Same as #1003 last week.' },
      {
        staff:
          'Hi Priya, the log says that the server runs out of memory.\n\n1. Open **Edit server** and raise the memory to at least 2 GB.\n2. Restart the server.\n\nIf you have no memory left, the store has more.',
      },
      {
        customer:
          'Thanks! It has 2 GB now and we are four players already. Can I lower the disk to get CPU instead?',
      },
    ],
  },
  {
    of: 'priya',
    department: 'Billing',
    priority: 'low',
    subject: 'Do coins expire?',
    text: 'I want to save for a bigger server. Do my coins expire at some point?',
    hoursAgo: 210,
    steps: [
      { staff: 'No, coins never expire. Have fun saving!' },
      { customer: 'Great, thank you.' },
      { close: true },
    ],
  },
  {
    of: 'priya',
    department: 'Community',
    priority: 'medium',
    subject: 'My Discord role is missing',
    text: 'I linked my account but I don’t have the customer role on Discord.',
    hoursAgo: 30,
    steps: [{ staff: 'We gave you the role by hand. Do you see it?' }],
  },
  {
    department: tech,
    priority: 'urgent',
    subject: 'World is gone after restart',
    text: 'The world was reset when the server restarted this morning. We built on it for *three months*. Please help!',
    hoursAgo: 1.2,
    aboutServer: true,
    steps: [],
  },
  {
    department: tech,
    priority: 'medium',
    subject: 'How do I upload a modpack?',
    text: 'I found a modpack on https://modrinth.com and can’t find where to upload it.',
    hoursAgo: 3,
    steps: [],
  },
  {
    department: 'Billing',
    priority: 'high',
    subject: 'Bought memory twice by mistake',
    text: 'I clicked twice and now I have 2 GB more instead of 1 GB. Can I get the coins back?',
    hoursAgo: 7,
    steps: [
      { set: { status: 'inprogress' }, mine: true },
      { note: 'Two purchases within three seconds, the second is fine to refund.' },
    ],
  },
  {
    department: tech,
    priority: 'low',
    subject: 'Lag in the evenings',
    text: 'Between 19:00 and 21:00 we have about 12 TPS. Is the node full?',
    hoursAgo: 52,
    aboutServer: true,
    steps: [
      { staff: 'Could you send us a timings report from that time of the day?' },
      { set: { status: 'waiting' } },
    ],
  },
  {
    department: 'Community',
    priority: 'medium',
    subject: 'Another user copies my server name',
    text: 'There is a server with the same name and icon as mine. Can you look at it?',
    hoursAgo: 20,
    steps: [{ staff: 'Thanks for the report. We’re looking into it.' }, { customer: 'Any news on this?' }],
  },
  {
    department: tech,
    priority: 'medium',
    subject: 'Server stuck at “Installing”',
    text: 'It has been installing for an hour now.',
    hoursAgo: 120,
    aboutServer: true,
    steps: [
      {
        staff: 'The node had a problem that is solved now. Please try again. Sorry for the lost evening!',
        coins: 50,
      },
      { customer: 'Works, thanks!' },
      { close: true },
    ],
  },
]
