import { randomUUID } from 'node:crypto'

type Places = { locationId: string; categoryId: string; eggId: string }

/** An order that fits the limits of a new customer. */
export const anOrder = (places: Places, over: Record<string, unknown> = {}) => ({
  name: 'Survival',
  description: 'For friends',
  ...places,
  memory: 512,
  cpu: 50,
  disk: 512,
  databases: 0,
  backups: 1,
  allocations: 1,
  acceptTerms: true,
  requestKey: randomUUID(),
  ...over,
})
