import {
  endUserSession,
  endUserSessions,
  findBySupportPin,
  getSupportPin,
  listUserActivity,
  listUserSessions,
  renewSupportPin,
} from '@spawnpoint/contracts/users'
import type { ServerHost } from '@spawnpoint/sdk/server'
import { handleFindBySupportPin, handleGetSupportPin, handleRenewSupportPin } from './support-pin.ts'
import { handleListUserActivity } from './user-activity.ts'
import { handleEndUserSession, handleEndUserSessions, handleListUserSessions } from './user-sessions.ts'

type Uses = Parameters<typeof handleListUserActivity>[0] &
  Parameters<typeof handleListUserSessions>[0] &
  Parameters<typeof handleEndUserSession>[0] &
  Parameters<typeof handleEndUserSessions>[0] &
  Parameters<typeof handleFindBySupportPin>[0] &
  Parameters<typeof handleGetSupportPin>[0] &
  Parameters<typeof handleRenewSupportPin>[0]

/** Endpoints for staff who help a customer. */
export function serveSupport(uses: Uses & { readonly host: ServerHost }): void {
  const { host } = uses
  host.endpoint(listUserActivity, handleListUserActivity(uses))
  host.endpoint(listUserSessions, handleListUserSessions(uses))
  host.endpoint(endUserSession, handleEndUserSession(uses))
  host.endpoint(endUserSessions, handleEndUserSessions(uses))
  host.endpoint(findBySupportPin, handleFindBySupportPin(uses))
  host.endpoint(getSupportPin, handleGetSupportPin(uses))
  host.endpoint(renewSupportPin, handleRenewSupportPin(uses))
}
