/** The bounds of a template, for the form and the server. */
export const limits = { subject: 200, body: 10_000, action: 60 } as const

/** The most earlier versions that are kept for each email and language. */
export const keptVersions = 50

export const massMailKinds = ['news', 'notice'] as const
export const massMailStates = ['gathering', 'sending', 'stopped', 'done'] as const
export const recipientStates = [
  'waiting',
  'claimed',
  'sending',
  'sent',
  'failed',
  'unconfirmed',
  'skipped',
] as const

/** Placeholders of a mass mail. */
export const massMailPlaceholders = ['username', 'app', 'site'] as const
