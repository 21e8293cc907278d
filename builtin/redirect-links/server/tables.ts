import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { redirectLinks } from '../resource.ts'

export const redirectLink = resourceTable(redirectLinks)
