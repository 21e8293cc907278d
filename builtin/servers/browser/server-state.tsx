import { useT } from '@spawnpoint/sdk/browser'
import { type Game, GameState } from './game-state.tsx'
import { ProgressBar, Status } from '@spawnpoint/sdk/ui'
import { statusOf, statusTones, type ServerRow } from './server-rows.ts'

const progress: Readonly<Record<string, number>> = {
  queued: 0.05,
  waiting: 0.1,
  started: 0.15,
  resumed: 0.15,
  checked: 0.3,
  'account-found': 0.5,
  'account-created': 0.5,
  creating: 0.75,
  found: 0.9,
}

/** Owners are told to ask support, which is what staff are. */
const advicesForStaff: Readonly<Record<string, string>> = {
  missing: 'missing',
  'install-failed': 'install-failed',
  suspended: 'suspended-there',
}

const usePanelNote = (forStaff: boolean) => {
  const t = useT()
  return (status: string) => {
    const advice = forStaff ? advicesForStaff[status] : undefined
    return advice === undefined ? t(`panelStates.${status}`) : t(`staff.comparison.advices.${advice}`)
  }
}

/** Explains the state of a server or build to its owner, or to staff. */
export const ServerNote = ({ row, forStaff = false }: { row: ServerRow; forStaff?: boolean }) => {
  const t = useT()
  const panelNote = usePanelNote(forStaff)
  const { live, queued } = row
  if (live) {
    if (live.problem) return <span className="sp-hint">{t(`problems.${live.problem}`)}</span>
    if (live.wanted) return <span className="sp-hint">{t('changing')}</span>
    if (live.suspensionReason)
      return <span className="sp-hint">{t('suspendedBecause', { reason: live.suspensionReason })}</span>
    // Where nothing expires any more, nobody can renew either.
    if (live.suspendedForExpiry)
      return (
        <span className="sp-hint">{t(live.expiresAt === null ? 'suspendedPaused' : 'suspendedExpired')}</span>
      )
    const status = statusOf(row)
    return live.status === 'active' && status !== 'active' ? (
      <span className="sp-hint">{panelNote(status)}</span>
    ) : null
  }
  if (queued.status === 'failed' || queued.reason)
    return <span className="sp-hint">{t(`reasons.${queued.reason ?? 'TROUBLE'}`)}</span>
  return <ProgressBar label={t(`steps.${queued.step}`)} value={progress[queued.step] ?? 0.05} />
}

type StateProps = { readonly row: ServerRow; readonly game?: Game | undefined; readonly forStaff?: boolean }

/** The state of a server in a word: what its game does, where that is known and nothing else is to be said. */
export const ServerStatus = ({ row, game }: StateProps) => {
  const t = useT()
  const status = statusOf(row)
  if (game && status === 'active') return <GameState game={game} />
  return <Status tone={statusTones[status]}>{t(`status.${status}`)}</Status>
}

/** The state of a server, with what is going on. */
export const ServerState = ({ row, game, forStaff = false }: StateProps) => (
  <span className="flex min-w-0 flex-col items-start gap-1" aria-live="polite">
    <ServerStatus row={row} game={game} />
    <ServerNote row={row} forStaff={forStaff} />
  </span>
)
