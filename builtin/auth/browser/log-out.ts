import { logOut } from '@spawnpoint/contracts/auth'
import type { BrowserHost } from '@spawnpoint/sdk/browser'

/** Asks about unsaved changes, then ends the session on the server, then in this tab, which shows the log-in page. */
const endSession = async (host: BrowserHost): Promise<void> => {
  if (!(await host.mayLeave())) return
  await host.call(logOut, { body: {} })
  host.forgetSession()
}

export default endSession
