/** Values for previews and test emails, by the names that plugins give their placeholders. */
const samples: Readonly<Record<string, string>> = {
  name: 'Alex',
  username: 'Alex',
  email: 'alex@example.com',
  address: '203.0.113.7',
  giver: 'Sam',
  by: 'Kim',
  coins: '250',
  amount: '500',
  count: '3',
  days: '3',
  server: 'Skyblock',
  note: 'Event prize',
  reason: 'Event prize',
  subject: 'My server does not start',
  ticket: '412',
  settings: 'smtp_host, smtp_port',
}

/** A value as a reader could get it; one that is not known here is its own name in words. */
export const sampleOf = (placeholder: string, app: string): string => {
  if (placeholder === 'app') return app || 'Spawnpoint'
  if (placeholder === 'site') return 'https://dash.example.com'
  const known = Object.hasOwn(samples, placeholder) ? samples[placeholder] : undefined
  return known ?? placeholder.replaceAll(/[-_]/g, ' ')
}
