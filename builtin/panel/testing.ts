import type { NewPanelServer, NewPanelUser, PanelResources } from './contract/panel.ts'

export const someResources = (over: Partial<PanelResources> = {}): PanelResources => ({
  memory: 1024,
  disk: 2048,
  cpu: 100,
  databases: 1,
  backups: 2,
  allocations: 1,
  ...over,
})

export const aPanelUser = (over: Partial<NewPanelUser> = {}): NewPanelUser => ({
  externalId: 'user-1',
  email: 'ada@example.com',
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  ...over,
})

export const aPanelServer = (over: Partial<NewPanelServer> = {}): NewPanelServer => ({
  ...someResources(),
  externalId: 'server-1',
  userId: 1,
  name: 'Survival',
  description: 'For friends',
  nestId: 1,
  eggId: 1,
  locationId: 2,
  ...over,
})
