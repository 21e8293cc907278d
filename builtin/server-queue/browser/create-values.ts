import type { buildOptions, createBuild } from '@spawnpoint/contracts/server-queue'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'

export type BuildOptions = ReplyOf<typeof buildOptions>
export type Owner = { readonly id: string; readonly username: string; readonly email: string }

export const amountKeys = ['memory', 'cpu', 'disk', 'databases', 'backups', 'allocations'] as const

export const startValues = {
  name: '',
  description: '',
  locationId: '',
  categoryId: '',
  eggId: '',
  memory: '1024',
  cpu: '100',
  disk: '1024',
  databases: '1',
  backups: '1',
  allocations: '1',
  reason: '',
  ignoreLimits: false,
}

export type Values = typeof startValues
type Body = NonNullable<CallOf<typeof createBuild>['body']>

export const bodyOf = (values: Values, owner: Owner, requestKey: string): Body => ({
  ...values,
  owner: owner.id,
  memory: Number(values.memory),
  cpu: Number(values.cpu),
  disk: Number(values.disk),
  databases: Number(values.databases),
  backups: Number(values.backups),
  allocations: Number(values.allocations),
  requestKey,
})

export const isComplete = ({ name, locationId, eggId, ignoreLimits, reason }: Values): boolean =>
  name.trim() !== '' && locationId !== '' && eggId !== '' && (!ignoreLimits || reason.trim() !== '')
