// Apart from the calls, so that pages read it without zod.

/** Parts of a canned reply that differ from ticket to ticket, written as `{{customer}}`. */
export const replyVariables = [
  'customer',
  'first_name',
  'agent',
  'department',
  'server',
  'number',
  'subject',
  'app',
] as const
export type ReplyVariable = (typeof replyVariables)[number]
