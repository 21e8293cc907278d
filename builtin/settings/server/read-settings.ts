import { readSettings } from '@spawnpoint/contracts/settings'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type AuditService, type SettingsService } from '@spawnpoint/sdk/server'
import { findLastChanges } from './last-changes.ts'
import { isRootOnly } from './sensitive-settings.ts'

interface Uses {
  readonly settings: SettingsService
  readonly audit: AuditService
  readonly users: Live<UsersService>
}

export const handleReadSettings = (uses: Uses) =>
  answer(readSettings, async () => {
    const changes = await findLastChanges(uses)
    const described = uses.settings.describe()
    return {
      settings: described.map((setting) => ({
        ...setting,
        schema: { ...setting.schema },
        rootOnly: isRootOnly(described, setting),
        lastChange: changes.get(setting.key) ?? null,
      })),
    }
  })
