import {
  adminHomeSettings,
  dismissChecklist,
  readChecklist,
  type ChecklistStep,
} from '@spawnpoint/contracts/admin-home'
import type { EggsService } from '@spawnpoint/contracts/eggs'
import type { LocationsService } from '@spawnpoint/contracts/locations'
import type { MailService } from '@spawnpoint/contracts/mail'
import type { PanelService } from '@spawnpoint/contracts/panel'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type AuditService, type DatabaseService, type SettingsService } from '@spawnpoint/sdk/server'

interface Uses {
  readonly db: DatabaseService
  readonly settings: SettingsService
  readonly audit: AuditService
  readonly panel: Live<PanelService>
  readonly mail: Live<MailService>
  readonly locations: Live<LocationsService>
  readonly eggs: Live<EggsService>
}

/** The steps of those plugins that are on; what cannot be done is not asked for. */
async function findSteps({ panel, mail, locations, eggs }: Uses): Promise<ChecklistStep[]> {
  const steps: ChecklistStep[] = []
  const thePanel = panel.get()
  if (thePanel) {
    const mode = thePanel.mode()
    steps.push({ id: 'panel', done: mode === 'connected', demo: mode === 'demo', route: 'settings' })
  }
  const theMail = mail.get()
  if (theMail) steps.push({ id: 'mail', done: theMail.isConfigured(), demo: false, route: 'settings' })
  const places = await locations.get()?.list({ status: 'online' })
  if (places) steps.push({ id: 'location', done: places.length > 0, demo: false, route: 'locations-create' })
  const games = await eggs.get()?.list()
  if (games)
    steps.push({ id: 'egg', done: games.some(({ enabled }) => enabled), demo: false, route: 'eggs-create' })
  return steps
}

export const handleReadChecklist = (uses: Uses) =>
  answer(readChecklist, async () => {
    const isWanted = uses.settings.read(adminHomeSettings).admin_home_checklist
    const steps = isWanted ? await findSteps(uses) : []
    return { isShown: steps.some(({ done }) => !done), steps }
  })

export const handleDismissChecklist = ({ db, settings, audit }: Uses) =>
  answer(dismissChecklist, async ({ actor, ip }) => {
    await db.orm.transaction(async (tx) => {
      await settings.write({ admin_home_checklist: false }, tx)
      await audit.write(tx, {
        actor: actor.id,
        action: 'admin-home:checklist-dismissed',
        target: 'settings',
        ip,
        before: { admin_home_checklist: true },
        after: { admin_home_checklist: false },
      })
    })
    return {}
  })
