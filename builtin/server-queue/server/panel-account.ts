import { getPanelAccount, isPanelError, type GamePanel, type PanelUser } from '@spawnpoint/contracts/panel'
import type { Person } from '@spawnpoint/contracts/users'
import { BuildStopped } from './build-outcome.ts'

/** The person's account on the panel; an email address that another account has there ends the build. */
export const findBuildAccount = async (
  panel: GamePanel,
  person: Person,
): Promise<{ user: PanelUser; created: boolean }> => {
  try {
    return await getPanelAccount(panel, person)
  } catch (error) {
    if (isPanelError(error, 'conflict') && error.field === 'email')
      throw new BuildStopped('fail', 'PANEL_EMAIL_TAKEN')
    throw error
  }
}
