/** Where the application APIs of two panels, or of two versions of one, differ. */
export interface PanelVersion {
  readonly name: string
  readonly dialect: 'pterodactyl' | 'pelican'
  /** The longest name, external id or image. */
  readonly longest: number
  /** Characters that an image may have. */
  readonly image: RegExp
  /** The least weight of disk access. */
  readonly leastIo: number
  /** A server always has a first port, and changes of its size name it. */
  readonly needsPort: boolean
  /** Eggs list several start-up commands beside the first one. */
  readonly startupCommands: boolean
  /** Tokens of sockets that the client API hands out in a minute for one server; others it does not count apart. */
  readonly socketTokens: number | null
}

const anyImage = /^.+$/
const cleanImage = /^~?[\w./\-:@ ]*$/

const pterodactyl = {
  dialect: 'pterodactyl',
  longest: 191,
  leastIo: 10,
  needsPort: true,
  startupCommands: false,
} as const
const pelican = { dialect: 'pelican', longest: 255, image: anyImage, leastIo: 0 } as const

/** As `routes/api-application.php`, the request rules and the transformers of each version say. */
export const panelVersions: readonly PanelVersion[] = [
  { name: 'Pterodactyl 1.11.0', ...pterodactyl, image: anyImage, socketTokens: null },
  { name: 'Pterodactyl 1.11.8', ...pterodactyl, image: cleanImage, socketTokens: null },
  { name: 'Pterodactyl 1.12', ...pterodactyl, image: cleanImage, socketTokens: 5 },
  { name: 'Pelican 1.0.0-beta18', ...pelican, needsPort: true, startupCommands: false, socketTokens: null },
  { name: 'Pelican 1.0.0-beta25', ...pelican, needsPort: false, startupCommands: false, socketTokens: null },
  { name: 'Pelican 1.0.0-beta38', ...pelican, needsPort: false, startupCommands: true, socketTokens: 5 },
]
