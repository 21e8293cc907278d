import { logOut } from '@spawnpoint/contracts/auth'
import type { BrowserHost } from '@spawnpoint/sdk/browser'

/** Ends the session on the server, then in this tab, which shows the log-in page. */
const endSession = async (host: BrowserHost): Promise<void> => {
  await host.call(logOut, { body: {} })
  host.forgetSession()
}

export default endSession
