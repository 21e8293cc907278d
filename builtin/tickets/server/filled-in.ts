import { placeholdersIn } from '@spawnpoint/contracts/mail'
import { replyVariables } from '@spawnpoint/contracts/tickets'
import { EndpointFailure } from '@spawnpoint/sdk/server'

/** No reply leaves with a variable of a canned reply that nobody has filled in. */
export function requireFilledIn(body: string): void {
  const left = placeholdersIn(body).filter((name) => replyVariables.some((each) => each === name))
  if (left.length === 0) return
  throw new EndpointFailure('TICKETS_VARIABLES_LEFT', 400, {
    details: { variables: left.map((name) => `{{${name}}}`).join(', ') },
    fields: { body: 'TICKETS_VARIABLES_LEFT' },
  })
}
