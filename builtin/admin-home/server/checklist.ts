import {
  adminHomeSettings,
  dismissChecklist,
  readChecklist,
  type ChecklistStep,
} from '@spawnpoint/contracts/admin-home'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Mail } from '@spawnpoint/contracts/mail'
import { Panel } from '@spawnpoint/contracts/panel'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Database, Settings, Audit } from '@spawnpoint/sdk/server'

const uses = {
  db: Database,
  settings: Settings,
  audit: Audit,
  panel: optional(Panel),
  mail: optional(Mail),
  locations: optional(Locations),
  eggs: optional(Eggs),
}

type Uses = ServicesOf<typeof uses>

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

export const handleReadChecklist = answer(readChecklist, uses, async (services) => {
  const isWanted = services.settings.read(adminHomeSettings).admin_home_checklist
  const steps = isWanted ? await findSteps(services) : []
  return { isShown: steps.some(({ done }) => !done), steps }
})

export const handleDismissChecklist = answer(
  dismissChecklist,
  uses,
  async ({ actor, ip, db, settings, audit }) => {
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
  },
)
