/** The bounds of a template, for the form and the server. */
export const limits = { subject: 200, body: 10_000, action: 60 } as const

/** The most earlier versions that are kept for each email and language. */
export const keptVersions = 50
