import { defineService, type OpenTransaction } from '@spawnpoint/sdk/common'
import type { PanelServer } from '@spawnpoint/contracts/panel'
import type { Allowance } from './allowances.ts'

/** The catalogue rows that a server of the panel belongs to. */
export interface ImportPlace {
  readonly locationId: string
  readonly categoryId: string
  readonly eggId: string
}

/** Why a server of the panel cannot become one here: it is one already, or its location or egg is not in the catalogue. */
export type ImportObstacle = 'known' | 'no-location' | 'no-egg'

export interface ServerToImport {
  readonly owner: string
  readonly server: PanelServer
  readonly place: ImportPlace
  /** Null where it had no end. */
  readonly expiresAt: Date | null
  /** The account of the owner is banned: the server stands still until the ban ends. */
  readonly banned: boolean
  /** Shown to the owner where the server is suspended on the panel. */
  readonly reason: string
}

/** Resources that a person could use elsewhere. */
export interface LimitsToImport {
  readonly owner: string
  /** In all: their limits here are raised to it where they are lower. */
  readonly inAll?: Partial<Allowance> | undefined
  /** On top of what everybody had: it is added to their limits here. */
  readonly extra?: Partial<Allowance> | undefined
}

/** Servers that stand on the panel already, taken over with their owners. Nothing is changed on the panel. */
export interface ServerImportService {
  /** Outside of a transaction. */
  findPlace(server: PanelServer): Promise<ImportPlace | ImportObstacle>
  /** Makes it a server of its owner, whatever their limits are, and answers its id. No event tells of a new server. */
  adopt(tx: OpenTransaction, adoption: ServerToImport): Promise<string>
  /** Raises the limits of a person, up to the most that staff may give; never lowers one. */
  raiseLimits(tx: OpenTransaction, limits: LimitsToImport): Promise<void>
}

export const ServerImport = defineService<ServerImportService>('servers.import')
