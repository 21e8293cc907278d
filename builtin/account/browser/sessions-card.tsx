import { endOtherSessions, endSession, listSessions } from '@spawnpoint/contracts/account'
import { useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Badge, Button, Card, Skeleton } from '@spawnpoint/sdk/ui'
import type { ReplyOf } from '@spawnpoint/sdk/common'

type Row = ReplyOf<typeof listSessions>['sessions'][number]

const SessionRow = ({ row, onEnd, busy }: { row: Row; onEnd: () => void; busy: boolean }) => {
  const t = useT()
  const format = useFormat()
  const device = row.isImpersonated ? t('security.staff') : row.device
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-border px-4 py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium">
          {device}
          {row.current && <Badge tone="accent">{t('security.thisDevice')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {t(row.ip === null ? 'security.seenStaff' : 'security.seen', {
            ip: row.ip,
            time: format.ago(row.lastSeenAt),
            since: format.date(row.createdAt),
          })}
        </p>
      </div>
      {!row.current && (
        <Button size="sm" loading={busy} onClick={onEnd} aria-label={t('security.endNamed', { device })}>
          {t('security.end')}
        </Button>
      )}
    </li>
  )
}

export const SessionsCard = () => {
  const t = useT()
  const explain = useExplain()
  const title = t('security.sessions')
  const query = useEndpoint(listSessions)
  const end = useAction(endSession, { refreshes: [listSessions] })
  const endOthers = useAction(endOtherSessions, { refreshes: [listSessions] })
  const failure = end.error ?? endOthers.error
  const draw = (data?: ReplyOf<typeof listSessions>) => (
    <Card
      title={title}
      description={t('security.sessionsLead')}
      flush
      actions={
        data?.sessions.some(({ current }) => !current) && (
          <Button size="sm" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {t('security.endOthers')}
          </Button>
        )
      }
    >
      {failure && <Alert tone="danger">{explain(failure)}</Alert>}
      {!data && <Skeleton lines={3} />}
      <ul>
        {data?.sessions.map((row) => (
          <SessionRow
            key={row.id}
            row={row}
            busy={end.isPending && end.variables.params?.id === row.id}
            onEnd={() => end.mutate({ params: { id: row.id } })}
          />
        ))}
      </ul>
    </Card>
  )
  return (
    <Loaded query={query} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}
