import type { BackupView } from '@spawnpoint/contracts/backups'

/** A backup as the list shows it. */
export const aBackup = (overrides: Partial<BackupView> = {}): BackupView => ({
  id: '0b7c3f6e-2a51-4a52-9d0e-3f8a1c5d7e90',
  name: 'spawnpoint-2027-01-10-0200-0b7c3f6e',
  state: 'done',
  origin: 'schedule',
  createdAt: '2027-01-10T02:00:00.000Z',
  finishedAt: '2027-01-10T02:00:41.000Z',
  progress: null,
  size: 12_400_000,
  tables: 112,
  rows: 48_213,
  version: '0.1.0',
  ledger: '0',
  check: 'restored',
  checkedAt: '2027-01-10T02:00:41.000Z',
  checkMs: 29_400,
  failure: null,
  part: null,
  ...overrides,
})
