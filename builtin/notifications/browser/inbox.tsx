import { listNotifications } from '@spawnpoint/contracts/notifications'
import { useHost, useOpenPath, useStore, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Loaded } from '@spawnpoint/sdk/list'
import { Button, Dialog, Empty, Kbd, Pagination, Skeleton, Tabs, TextLink } from '@spawnpoint/sdk/ui'
import { Bell } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { NotificationEntry, type Panel } from './notification-entry.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useMarking } from './use-marking.ts'

const MINUTE_MS = 60_000

type Show = 'inbox' | 'saved' | 'snoozed' | 'done'
const shows: readonly Show[] = ['inbox', 'saved', 'snoozed', 'done']

interface ListProps {
  readonly show: Show
  readonly isShown: boolean
  readonly close: () => void
}

type Shown = ReplyOf<typeof listNotifications>['items']

const Entries = ({ items, isShown, close }: Omit<ListProps, 'show'> & { items: Shown }) => {
  const { mark } = useMarking()
  const [panel, setPanel] = useState<{ readonly id: string; readonly of: Panel } | null>(null)
  const list = useInboxKeys({ items, isShown, mark, setPanel: (id, of) => setPanel({ id, of }) })
  return (
    <ul ref={list}>
      {items.map((entry) => (
        <NotificationEntry
          key={entry.id}
          {...{ entry, mark, close }}
          panel={panel?.id === entry.id ? panel.of : null}
          setPanel={(of) => setPanel(of && { id: entry.id, of })}
        />
      ))}
    </ul>
  )
}

const List = ({ show, isShown, close }: ListProps) => {
  const t = useT()
  const [cursor, setCursor] = useState('')
  const query = useEndpoint(
    listNotifications,
    { query: { show, limit: '10', ...(cursor && { cursor }) } },
    { refetchEvery: MINUTE_MS, keepPage: cursor !== '' },
  )
  const { markAll, isPending } = useMarking()
  return (
    <Loaded query={query} loading={<Skeleton lines={8} />}>
      {({ items, next, previous }) => (
        <>
          {items.length === 0 && (
            <Empty icon={<Bell />} title={t(`empty.${show}`)} text={t(`empty.${show}Text`)} />
          )}
          <Entries {...{ items, isShown, close }} />
          {(next ?? previous) !== null && (
            <Pagination
              loading={query.isPlaceholderData}
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

/** A line about the single keys, for those who have a keyboard and did not turn them off. */
const Keys = () => {
  const t = useT()
  const host = useHost()
  const isOn = useStore(host.uiSettings, (settings) => settings.singleKeyShortcuts)
  if (!isOn) return null
  const keys = [
    { keys: ['J', 'K'], does: t('keys.move') },
    { keys: ['E'], does: t('tabs.done') },
    { keys: ['S'], does: t('save') },
    { keys: ['H'], does: t('snooze.open') },
    { keys: ['U'], does: t('keys.unread') },
  ]
  return (
    <ul className="hidden flex-wrap gap-x-3 gap-y-1 text-xs text-muted sm:flex" aria-label={t('keys.title')}>
      {keys.map(({ keys: names, does }) => (
        <li key={does} className="inline-flex items-center gap-1">
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          {does}
        </li>
      ))}
    </ul>
  )
}

/** The notifications of the visitor. It is loaded when the bell is opened for the first time. */
const Inbox = ({ close }: { close: () => void }) => {
  const t = useT()
  const account = useOpenPath()('account')
  const [open, setOpen] = useState<string>('inbox')
  return (
    <Dialog
      open
      onClose={close}
      title={t('title')}
      footer={
        <div className="flex w-full flex-wrap items-center justify-between gap-3">
          <Keys />
          {account !== null && (
            <TextLink to={`${account}#notifications-preferences`} onClick={close}>
              {t('openSettings')}
            </TextLink>
          )}
        </div>
      }
    >
      <Tabs
        label={t('title')}
        value={open}
        onChange={setOpen}
        tabs={shows.map((show) => ({
          id: show,
          label: t(`tabs.${show}`),
          content: <List show={show} isShown={open === show} close={close} />,
        }))}
      />
    </Dialog>
  )
}

export default Inbox
