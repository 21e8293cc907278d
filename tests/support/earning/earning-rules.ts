import type { LinkRules } from '@spawnpoint/contracts/links'

/** The limits of this world. */
export const caps = { afkPerDay: 4, linksPerDay: 3, codeUses: 3 }

export const linkRules: LinkRules = {
  coins: 10,
  dailyLimit: caps.linksPerDay,
  minSeconds: 0,
  expirySeconds: 3600,
  cooldownSeconds: 0,
}
