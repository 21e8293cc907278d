import { listNotifications } from '@spawnpoint/contracts/notifications'
import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Loaded } from '@spawnpoint/sdk/list'
import { Button, Dialog, Empty, Pagination, Skeleton, Tabs, TextLink } from '@spawnpoint/sdk/ui'
import { Bell } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { NotificationEntry } from './notification-entry.tsx'
import { useMarking } from './use-marking.ts'

const MINUTE_MS = 60_000

const List = ({ show, close }: { show: 'inbox' | 'done'; close: () => void }) => {
  const t = useT()
  const [cursor, setCursor] = useState('')
  const query = useEndpoint(
    listNotifications,
    { query: { show, limit: '10', ...(cursor && { cursor }) } },
    { refetchEvery: MINUTE_MS },
  )
  const { mark, markAll, isPending } = useMarking()
  return (
    <Loaded query={query} loading={<Skeleton lines={8} />}>
      {({ items, next, previous }) => (
        <>
          {items.length === 0 && (
            <Empty icon={<Bell />} title={t(`empty.${show}`)} text={t(`empty.${show}Text`)} />
          )}
          <ul>
            {items.map((entry) => (
              <NotificationEntry key={entry.id} {...{ entry, mark, close }} />
            ))}
          </ul>
          {(next ?? previous) !== null && (
            <Pagination
              onPrevious={previous === null ? undefined : () => setCursor(previous)}
              onNext={next === null ? undefined : () => setCursor(next)}
            />
          )}
          {show === 'inbox' && items.length > 0 && (
            <div className="mt-3 flex flex-wrap gap-2">
              <Button
                size="sm"
                disabled={isPending || items.every(({ read }) => read)}
                onClick={() => markAll('read')}
              >
                {t('readAll')}
              </Button>
              <Button size="sm" disabled={isPending} onClick={() => markAll('done')}>
                {t('doneAll')}
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

/** The notifications of the visitor. It is loaded when the bell is opened for the first time. */
const Inbox = ({ close }: { close: () => void }) => {
  const t = useT()
  const account = useOpenPath()('account')
  return (
    <Dialog
      open
      onClose={close}
      title={t('title')}
      footer={
        account !== null && (
          <TextLink to={`${account}#notifications-preferences`} onClick={close}>
            {t('settings')}
          </TextLink>
        )
      }
    >
      <Tabs
        label={t('title')}
        tabs={[
          { id: 'inbox', label: t('inbox'), content: <List show="inbox" close={close} /> },
          { id: 'done', label: t('doneTab'), content: <List show="done" close={close} /> },
        ]}
      />
    </Dialog>
  )
}

export default Inbox
