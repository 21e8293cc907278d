import type { ImportReport, KindReport, ReportedKind, Tallies } from './report.ts'

const names: Readonly<Record<ReportedKind, string>> = {
  person: 'People',
  panelAccount: 'Panel accounts',
  server: 'Servers',
  ticket: 'Tickets',
  message: 'Ticket messages',
  code: 'Redeem codes',
  referral: 'Referrals',
}

const linesOf = (tallies: Tallies, verb: string) =>
  Object.entries(tallies).map(
    ([reason, { count, first }]) =>
      `    ${verb} ${count}: ${reason} (${first.join(', ')}${count > first.length ? ', …' : ''})`,
  )

function describeKind(
  name: string,
  { found, created, existing, merged = 0, skipped, notes }: KindReport,
  dryRun: boolean,
) {
  const left = Object.values(skipped).reduce((sum, { count }) => sum + count, 0)
  const made = dryRun ? 'to create' : 'created'
  return [
    `${name}: ${found} found, ${created} ${made}, ${existing} imported before, ${left} not taken`,
    ...(merged === 0
      ? []
      : [`    ${merged} ${dryRun ? 'to add' : 'added'} to accounts here with the same email address`]),
    ...linesOf(skipped, 'not taken'),
    ...linesOf(notes, 'changed'),
  ]
}

function describeCoins({ coins }: ImportReport, dryRun: boolean) {
  const { coinsPerCredit, inSource, expected, here, rounded, notTaken, changedSince, agrees } = coins
  return [
    `Coins: ${inSource} credits in the source, ${coinsPerCredit} coins for a credit: ${expected} coins`,
    `    ${here} ${dryRun ? 'to give, or given before' : 'given by this and earlier runs'}`,
    ...(rounded === '0' ? [] : [`    ${rounded} in fractions of a coin, rounded down for each person`]),
    ...(changedSince === '0'
      ? []
      : [`    ${changedSince} changed in the source since people were imported; not taken over`]),
    ...Object.entries(notTaken).map(([reason, sum]) => `    ${sum} not taken: ${reason}`),
    agrees ? '    The sums agree.' : '    The sums do not agree. Do not go on before you know why.',
  ]
}

/** The report as the operator reads it. */
export const printReport = (report: ImportReport): string =>
  [
    report.dryRun
      ? `Dry run of an import from ${report.system}: nothing was written.`
      : `Import from ${report.system}.`,
    ...Object.entries(report.kinds).flatMap(([kind, each]) =>
      each.found === 0 ? [] : describeKind(names[kind as ReportedKind], each, report.dryRun),
    ),
    ...describeCoins(report, report.dryRun),
    `Passwords: ${report.passwordsKept} ${report.dryRun ? 'to keep' : 'kept'}; each is checked and replaced at the first log-in`,
    ...report.remarks,
    ...(Object.values(report.kinds).every(({ created, merged = 0 }) => created + merged === 0)
      ? ['Nothing to import.']
      : []),
  ].join('\n')
