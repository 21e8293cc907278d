import { randomUUID } from 'node:crypto'

/** The body of a ticket that a customer creates. */
export const aTicket = (over: object = {}) => ({
  departmentId: null,
  serverId: null,
  withDiagnosis: true,
  priority: 'medium',
  subject: 'My server does not start',
  body: 'It stops after **ten seconds**.',
  requestKey: randomUUID(),
  ...over,
})

/** The body of a reply of staff. */
export const aReply = (over: object = {}) => ({
  body: 'Please send us the log.',
  internal: false,
  seen: null,
  anyway: true,
  requestKey: randomUUID(),
  ...over,
})
