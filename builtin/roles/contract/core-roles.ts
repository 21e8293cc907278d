const seeded = (place: number) => `00000000-0000-4000-8000-00000000000${place}`

/** The roles that every instance has; they cannot be deleted. Everybody without another role has `default`. */
export const CORE_ROLES = {
  default: seeded(1),
  vip: seeded(2),
  supportBuddy: seeded(3),
  support: seeded(4),
  supportLevel3: seeded(5),
  supportLevel4: seeded(6),
  admin: seeded(7),
  administrator: seeded(8),
}
