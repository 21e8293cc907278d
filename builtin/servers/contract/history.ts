/** Events in the life of a server; each is a message under `history.kinds`. */
export const historyKinds = [
  'ordered',
  'built',
  'adopted',
  'changed',
  'suspended',
  'unsuspended',
  'transferred',
  'renewed',
  'extended',
  'reminded',
  'short-of-coins',
  'renewal-refused',
  'expired',
  'expiry-suspended',
  'expiry-deleted',
  'deleting',
] as const
export type HistoryKind = (typeof historyKinds)[number]
