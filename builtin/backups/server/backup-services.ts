import { Maintenance } from '@spawnpoint/contracts/maintenance'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  archivePlace,
  Archives,
  Audit,
  Clock,
  Database,
  Instance,
  Jobs,
  Log,
  Settings,
} from '@spawnpoint/sdk/server'
import { join, resolve } from 'node:path'
import type { Backup } from './tables.ts'

export const uses = {
  archives: Archives,
  audit: Audit,
  clock: Clock,
  db: Database,
  instance: Instance,
  jobs: Jobs,
  log: Log,
  maintenance: optional(Maintenance),
  settings: Settings,
}

export type Services = ServicesOf<typeof uses>

export const EXTENSION = '.spbackup'

/** The file's name as people read and type it. */
export const nameOf = (fileName: string): string => fileName.slice(0, -EXTENSION.length)

type Placed = Pick<Services, 'instance'>

export const folderOf = ({ instance }: Placed) => join(resolve(instance.dataDir), archivePlace.folder)

export const fileOf = (services: Placed, { fileName }: Pick<Backup, 'fileName'>) =>
  join(folderOf(services), fileName)
