import { readSettings } from '@spawnpoint/contracts/settings'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import { answer, Settings, Audit } from '@spawnpoint/sdk/server'
import { findLastChanges } from './last-changes.ts'
import { isRootOnly } from './sensitive-settings.ts'

const uses = { settings: Settings, audit: Audit, users: optional(Users) }

export const handleReadSettings = answer(readSettings, uses, async (services) => {
  const changes = await findLastChanges(services)
  const described = services.settings.describe()
  return {
    settings: described.map((setting) => ({
      ...setting,
      schema: { ...setting.schema },
      rootOnly: isRootOnly(described, setting),
      lastChange: changes.get(setting.key) ?? null,
    })),
  }
})
