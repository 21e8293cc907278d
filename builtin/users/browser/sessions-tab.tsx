import { endUserSession, endUserSessions, listUserSessions } from '@spawnpoint/contracts/users'
import { useCan, useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Badge, Button, ConfirmDialog, Empty, Table, Toolbar, type Column } from '@spawnpoint/sdk/ui'
import { LogOut } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

type SessionLine = ReplyOf<typeof listUserSessions>['items'][number]

const useColumns = (end: ((session: SessionLine) => void) | null): readonly Column<SessionLine>[] => {
  const t = useT()
  const format = useFormat()
  return [
    {
      id: 'device',
      header: t('sessions.device'),
      cell: ({ device, current, isImpersonated }) => (
        <>
          {device} {current && <Badge tone="accent">{t('sessions.current')}</Badge>}{' '}
          {isImpersonated && <Badge tone="warning">{t('sessions.staff')}</Badge>}
        </>
      ),
    },
    { id: 'ip', header: t('activity.ip'), cell: ({ ip }) => ip },
    {
      id: 'createdAt',
      phone: 'hidden',
      header: t('sessions.createdAt'),
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
    { id: 'lastSeenAt', header: t('columns.lastSeenAt'), cell: ({ lastSeenAt }) => format.ago(lastSeenAt) },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (session) =>
        end && (
          <Button
            size="sm"
            aria-label={t('sessions.endOf', { device: session.device })}
            onClick={() => end(session)}
          >
            {t('sessions.end')}
          </Button>
        ),
    },
  ]
}

/** Ends every session of the person, after a question. */
const EndAll = ({ id }: { id: string }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const [asking, setAsking] = useState(false)
  const endAll = useAction(endUserSessions, { refreshes: [listUserSessions] })
  const closeAfter = () => {
    setAsking(false)
    notify.toast({ title: t('sessions.ended'), tone: 'success' })
  }
  return (
    <>
      <Button variant="danger-quiet" icon={<LogOut aria-hidden />} onClick={() => setAsking(true)}>
        {t('sessions.endAll')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => endAll.mutate({ params: { id } }, { onSuccess: closeAfter })}
        title={t('sessions.endAllTitle')}
        text={t('sessions.endAllText')}
        confirmLabel={t('sessions.endAll')}
        danger
        loading={endAll.isPending}
        error={endAll.error && explain(endAll.error)}
      />
    </>
  )
}

/** The person's sessions, each of which can be ended. */
export const SessionsTab = ({ id, editable }: { id: string; editable: boolean }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const canEnd = useCan('admin.users.edit') && editable
  const query = useEndpoint(listUserSessions, { params: { id } })
  const endOne = useAction(endUserSession, { refreshes: [listUserSessions] })
  const ended = () => notify.toast({ title: t('sessions.ended'), tone: 'success' })
  const columns = useColumns(
    canEnd ? (session) => endOne.mutate({ params: { id, session: session.id } }, { onSuccess: ended }) : null,
  )
  const draw = (data?: ReplyOf<typeof listUserSessions>) => (
    <div className="sp-form">
      {endOne.error && <Alert tone="danger">{explain(endOne.error)}</Alert>}
      {canEnd && <Toolbar label={t('sessions.toolbar')} end={<EndAll id={id} />} />}
      <Table<SessionLine>
        caption={t('tabs.sessions')}
        columns={columns}
        rows={data?.items}
        rowKey={(session) => session.id}
        loading={!data}
        empty={<Empty title={t('sessions.empty')} />}
      />
    </div>
  )
  return (
    <Loaded query={query} loading={draw()}>
      {draw}
    </Loaded>
  )
}
