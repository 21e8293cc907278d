import type { Mutant } from './mutant.ts'

const jobs = 'builtin/backups/server/jobs.ts'
const calls = 'builtin/backups/server/handle-calls.ts'
const schedule = 'builtin/backups/server/backup-schedule.ts'

/** Backups: their files, their checks and their list. */
export const backupMutants: readonly Mutant[] = [
  {
    rule: 'BKP1',
    file: 'kernel/cli/archive/archive-writer.ts',
    find: `open(draft, 'w', 0o600)`,
    replace: `open(draft, 'w', 0o644)`,
  },
  {
    rule: 'BKP2',
    file: 'kernel/cli/archive/load-archive.ts',
    find: 'if (found !== table.fingerprint)',
    replace: 'if (found === "")',
  },
  {
    rule: 'BKP3',
    file: 'kernel/cli/archive/frame-cipher.ts',
    find: 'nonce.writeBigUInt64BE(BigInt(index), 4)',
    replace: 'nonce.writeBigUInt64BE(BigInt(index % 2), 4)',
  },
  {
    rule: 'BKP4',
    file: 'builtin/backups/server/migrations/0001_backups.sql',
    find: 'create unique index backup_one_at_a_time',
    replace: 'create index backup_one_at_a_time',
  },
  {
    rule: 'BKP5',
    file: 'builtin/backups/server/file-route.ts',
    find: 'await requireReauthentication(services.sessions, { session: session.id })',
    replace: 'void requireReauthentication',
  },
  {
    rule: 'BKP6',
    file: calls,
    find: `      if (!(await saveKeyShown(tx, { keyId: id, shownAt: clock.now(), shownBy: actor.id })))\n        throw fail('BACKUPS_KEY_SHOWN')\n`,
    replace: `      await saveKeyShown(tx, { keyId: id, shownAt: clock.now(), shownBy: actor.id })\n`,
  },
  { rule: 'BKP7', file: jobs, find: ' || tries.length >= MOST_TRIES', replace: ' || MOST_TRIES === 0' },
  {
    rule: 'BKP8',
    file: schedule,
    find: 'if (isChecked && !newest.has(name))',
    replace: 'if (!newest.has(name))',
  },
  {
    rule: 'BKP9',
    file: schedule,
    find: 'const LONGEST_GAP = 26 * HOUR',
    replace: 'const LONGEST_GAP = 36 * HOUR',
  },
  {
    rule: 'BKP10',
    file: 'builtin/backups/server/tidy-backups.ts',
    find: '  await closeSilent(services, now, isNothingRunning ? 0 : SILENT_MS)\n',
    replace: '',
  },
  {
    rule: 'BKP11',
    file: 'kernel/cli/archive/frame-cipher.ts',
    find: 'return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])',
    replace: 'return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag(), content])',
  },
  {
    rule: 'BKP12',
    file: 'kernel/cli/archive/restore-database.ts',
    find: ' && !otherSecretKey)',
    replace: ' && otherSecretKey)',
  },
  {
    rule: 'BKP13',
    file: 'kernel/cli/archive/scratch-database.ts',
    find: 'if (findErrorCode(error) !== NOT_PERMITTED) throw error',
    replace: 'throw error',
  },
  {
    rule: 'BKP13',
    file: 'kernel/cli/archive/load-archive.ts',
    find: '    await setSequences(client, manifest.sequences)\n',
    replace: '',
  },
  {
    rule: 'UPG1',
    file: 'kernel/cli/upgrade/upgrade-guard.ts',
    find: `await whileAlone(database, (client) => take(database, secrets, client))`,
    replace: `await whileAlone(database, async () => null as string | null)`,
  },
  {
    rule: 'UPG1',
    file: 'kernel/cli/upgrade/upgrade-guard.ts',
    find: `readReady(config.dataDir)?.migrations === sign`,
    replace: `readReady(config.dataDir)?.migrations !== sign`,
  },
  {
    rule: 'UPG2',
    file: 'kernel/cli/upgrade/upgrade-guard.ts',
    find: `if (left.length > 0)`,
    replace: `if (left.length > 99)`,
  },
  {
    rule: 'UPG2',
    file: 'kernel/cli/upgrade/upgrade-guard.ts',
    find: `if (snapshot === null) return error`,
    replace: `if (snapshot !== null) return error`,
  },
  {
    rule: 'UPG3',
    file: 'kernel/cli/upgrade/upgrade-guard.ts',
    find: `if (mark !== null) return existsSync(mark.file) ? mark.file : null`,
    replace: `if (mark !== null && mark.file === '') return null`,
  },
  {
    rule: 'UPG3',
    file: 'kernel/cli/upgrade/upgrade-guard.ts',
    find: `if ((await findMark(pool)) !== null) await clearMark(pool)`,
    replace: `if ((await findMark(pool)) === null) await clearMark(pool)`,
  },
  {
    rule: 'UPG4',
    file: 'kernel/cli/upgrade/upgrade-guard.ts',
    find: `if (!config.upgradeSnapshot) return\n`,
    replace: ``,
  },
  {
    rule: 'UPG5',
    file: 'kernel/cli/upgrade/upgrade-guard.ts',
    find: `writeReady(config.dataDir, sign)`,
    replace: `void writeReady`,
  },
  {
    rule: 'UPG6',
    file: 'kernel/cli/check-out-earlier.mjs',
    find: `if (env['NODE_ENV'] !== 'production') return false`,
    replace: ``,
  },
  {
    rule: 'UPG6',
    file: 'kernel/cli/check-out-earlier.mjs',
    find: `UPGRADE_UNDONE = 75`,
    replace: `UPGRADE_UNDONE = 76`,
  },
  {
    rule: 'BKP10',
    file: 'builtin/backups/server/tidy-backups.ts',
    find: `('upgrade' as const)`,
    replace: `('found' as const)`,
  },
  {
    rule: 'BKP14',
    file: 'builtin/backups/server/restore-backup.ts',
    find: `    if (body.name !== nameOf(row.fileName)) throw fail('BACKUPS_NAME_WRONG')\n`,
    replace: '',
  },
  {
    rule: 'BKP14',
    file: 'builtin/backups/server/restore-backup.ts',
    find: '    await requireReauthentication(sessions, actor)\n',
    replace: '',
  },
  {
    rule: 'BKP14',
    file: 'builtin/backups/browser/restore-dialog.tsx',
    find: 'disabled={!isNamed}',
    replace: 'disabled={false}',
  },
  {
    rule: 'BKP15',
    file: 'kernel/cli/restore/create-restores.ts',
    find: `      if (!deps.isSupervised) return 'unsupervised'\n`,
    replace: '',
  },
  {
    rule: 'BKP15',
    file: 'kernel/cli/bootstrap.mjs',
    find: 'if (code === RESTORE_REQUESTED) return start',
    replace: 'if (code === UPGRADE_UNDONE) return start',
    noticedBy: 'kernel/cli/bootstrap.test.ts',
  },
  {
    rule: 'BKP15',
    file: 'kernel/cli/restore/perform-restore.ts',
    find: '    patienceMs: LEAVE_MS,\n',
    replace: '    patienceMs: 0,\n',
  },
  {
    rule: 'BKP16',
    file: 'kernel/cli/restore/restore-page.ts',
    find: `percentIn(language).format(progress)`,
    replace: `Math.round(progress * 100)`,
  },
  {
    rule: 'BKP16',
    file: 'kernel/cli/restore/restore-server.ts',
    find: 'path === RESTORE_PAGE + record.token',
    replace: 'path !== RESTORE_PAGE',
  },
  {
    rule: 'BKP17',
    file: 'kernel/cli/restore/perform-restore.ts',
    find: 'endSessions: true',
    replace: 'endSessions: false',
  },
  {
    rule: 'BKP18',
    file: 'kernel/cli/restore/perform-restore.ts',
    find: `  if (found.state === 'running') return settleInterrupted(record, found.id, place)\n`,
    replace: '',
  },
  {
    rule: 'BKP19',
    file: 'kernel/cli/restore/restore-record.ts',
    find: `end < 0 || !isSame(text.slice(0, end), secrets.sign('restore', body))`,
    replace: `end < 0`,
  },
  {
    rule: 'BKP20',
    file: 'kernel/cli/archive/open-archives.ts',
    find: 's3 === null ? null : s3.bucket',
    replace: 'null',
  },
]
