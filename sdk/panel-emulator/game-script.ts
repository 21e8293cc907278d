/** The lines that a Minecraft server writes, for the emulated console. */
const stamp = (at: number) => new Date(at).toISOString().slice(11, 19)

const line = (at: number, level: 'INFO' | 'WARN', text: string, from = 'Server thread') =>
  `[${stamp(at)}] [${from}/${level}]: ${text}`

const green = (text: string) => `\u001B[32m${text}\u001B[39m`
const yellow = (text: string) => `\u001B[33m${text}\u001B[39m`

const people = ['Nilla', 'pixelfox', 'Tomek_04', 'juniper', 'RedRaccoon']

export const bootLines = (at: number): string[] => [
  line(at, 'INFO', 'Starting minecraft server version 1.21.4', 'ServerMain'),
  line(at, 'INFO', 'Loading properties'),
  line(at, 'INFO', 'Default game type: SURVIVAL'),
  line(at, 'INFO', 'Starting Minecraft server on *:25565'),
  line(at, 'INFO', 'Preparing level "world"'),
  line(at, 'INFO', 'Preparing spawn area: 47%', 'Worker-Main-1'),
  line(at, 'INFO', green('Done (4.812s)! For help, type "help"')),
]

export const stopLines = (at: number): string[] => [
  line(at, 'INFO', 'Stopping the server'),
  line(at, 'INFO', 'Saving players'),
  line(at, 'INFO', 'Saving worlds'),
  line(at, 'INFO', 'ThreadedAnvilChunkStorage (world): All chunks are saved'),
]

const events: readonly ((person: string, at: number) => string)[] = [
  (person, at) => line(at, 'INFO', yellow(`${person} joined the game`)),
  (person, at) => line(at, 'INFO', `<${person}> anyone up for the nether?`),
  (person, at) => line(at, 'INFO', `${person} has made the advancement [Stone Age]`),
  (_, at) => line(at, 'WARN', yellow("Can't keep up! Is the server overloaded? Running 2104ms behind")),
  (person, at) => line(at, 'INFO', `<${person}> nice base!`),
  (person, at) => line(at, 'INFO', `${person} was slain by Zombie`),
  (person, at) => line(at, 'INFO', yellow(`${person} left the game`)),
]

/** The n-th thing that happens while the server runs. */
export const chatterLine = (n: number, at: number): string => {
  const person = people[Math.floor(n / events.length) % people.length] ?? 'Nilla'
  return (events[n % events.length] ?? ((_: string, now: number) => line(now, 'INFO', 'Saved the game')))(
    person,
    at,
  )
}

/** The answer of the game to a command. */
export const answerLines = (command: string, at: number): string[] => {
  const [name = '', ...rest] = command.trim().replace(/^\//, '').split(/\s+/)
  const say = (text: string) => [line(at, 'INFO', text)]
  if (name === 'list') return say('There are 2 of a max of 20 players online: Nilla, pixelfox')
  if (name === 'say') return say(`[Server] ${rest.join(' ')}`)
  if (name === 'tps') return say(`TPS from last 1m, 5m, 15m: ${green('20.0, 19.98, 19.99')}`)
  if (name === 'help') return say('Commands: help, list, say <message>, stop, tps')
  return say(`Unknown command. Type "help" for help.`)
}
