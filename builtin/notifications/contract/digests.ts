/** How often emails are gathered into one. Apart from the schemas, so that pages read it without zod. */
export const digests = ['off', 'hourly', 'daily', 'weekly'] as const
