// Stands alone because it reacts to settings, where everything else of renewals is a job or a call.
import type { ServerUses } from './server-uses.ts'

const watched = ['server_renew_enabled', 'server_renew_cost']

/** Looks at all renewals as soon as they are turned on or off; returns the undo. */
export const watchRenewalSwitch = ({ settings, jobs, log }: ServerUses): (() => void) =>
  settings.onChange((keys) => {
    if (!keys.some((key) => watched.includes(key))) return
    // A lost job is made up for within the hour.
    jobs
      .add('renewals', {}, { key: 'renewals' })
      .catch((error: unknown) => log.warn({ err: error }, 'renewals were not looked at'))
  })
