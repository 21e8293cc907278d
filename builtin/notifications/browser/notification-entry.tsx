import {
  changeNotificationPreference,
  readNotificationPreferences,
  type listNotifications,
} from '@spawnpoint/contracts/notifications'
import { Link, useExplain, useFormat, useHost, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, IconButton, Menu } from '@spawnpoint/sdk/ui'
import { Check, History, Info, MoreHorizontal } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useRef } from 'react'
import type { Marks } from './use-marking.ts'

export type Entry = ReplyOf<typeof listNotifications>['items'][number]

/** The answer to why this notification is here, with a way to have no more of its kind. */
const Reason = ({ entry: { plugin, kind } }: { entry: Entry }) => {
  const t = useT()
  const { i18n } = useTranslation()
  const host = useHost()
  const explain = useExplain()
  const { mutate, isPending, isSuccess, data } = useAction(changeNotificationPreference, {
    onReply: (reply, cache) => cache.update(readNotificationPreferences, () => reply),
  })
  const stored = data?.items.find((each) => each.plugin === plugin && each.kind === kind)
  const isOff = isSuccess && stored?.inApp === false
  const turn = (inApp: boolean) =>
    mutate(
      { body: { plugin, kind, inApp } },
      { onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }) },
    )
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span className="min-w-0 wrap-anywhere">
        {isOff ? t('why.off') : i18n.t(`notifications.${kind}.reason`, { ns: plugin })}
      </span>
      <Button size="sm" loading={isPending} onClick={() => turn(isOff)}>
        {t(isOff ? 'why.turnOn' : 'why.turnOff')}
      </Button>
    </div>
  )
}

const HOUR_MS = 3_600_000

/** How long a notification can leave the inbox, in hours, each with the text below `snooze.for`. */
const spans = [
  { hours: 3, text: 'hours3' },
  { hours: 24, text: 'day1' },
  { hours: 72, text: 'days3' },
  { hours: 168, text: 'week1' },
] as const

const Snooze = ({ onChoose }: { onChoose: (until: string) => void }) => {
  const t = useT()
  const { clock } = useHost()
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => group.current?.querySelector('button')?.focus(), [])
  return (
    <fieldset
      ref={group}
      aria-label={t('snooze.title')}
      className="m-0 flex flex-wrap items-center gap-2 border-0 p-0 text-sm"
    >
      <span className="text-muted">{t('snooze.title')}</span>
      {spans.map(({ hours, text }) => (
        <Button
          key={text}
          size="sm"
          onClick={() => onChoose(new Date(clock.now() + hours * HOUR_MS).toISOString())}
        >
          {t(`snooze.for.${text}`)}
        </Button>
      ))}
    </fieldset>
  )
}

/** The part that is open below a notification. */
export type Panel = 'why' | 'snooze'

interface EntryProps {
  readonly entry: Entry
  readonly mark: (id: string, marks: Marks) => void
  readonly close: () => void
  readonly panel: Panel | null
  readonly setPanel: (panel: Panel | null) => void
}

const Actions = ({ entry: { id, read, done, saved, snoozedUntil }, mark, panel, setPanel }: EntryProps) => {
  const t = useT()
  const { dateTime } = useFormat()
  const wake = { id: 'wake', label: t('snooze.wake'), onSelect: () => mark(id, { snoozedUntil: null }) }
  return (
    <div className="flex flex-none items-center gap-1">
      <IconButton
        label={t('why.ask')}
        size="sm"
        variant="ghost"
        icon={<Info aria-hidden />}
        aria-expanded={panel === 'why'}
        onClick={() => setPanel(panel === 'why' ? null : 'why')}
      />
      <Menu
        label={t('more')}
        hideLabel
        size="sm"
        icon={<MoreHorizontal aria-hidden />}
        items={[
          ...(snoozedUntil === null
            ? []
            : [{ id: 'until', heading: t('snooze.until', { at: dateTime(snoozedUntil) }) }, wake]),
          { id: 'save', label: t(saved ? 'unsave' : 'save'), onSelect: () => mark(id, { saved: !saved }) },
          { id: 'snooze', label: t('snooze.open'), onSelect: () => setPanel('snooze') },
          {
            id: 'read',
            label: t(read ? 'markUnread' : 'markRead'),
            onSelect: () => mark(id, { read: !read }),
          },
        ]}
      />
      <IconButton
        label={t(done ? 'back' : 'done')}
        size="sm"
        variant="ghost"
        icon={done ? <History aria-hidden /> : <Check aria-hidden />}
        onClick={() => mark(id, { done: !done })}
      />
    </div>
  )
}

/** When it came, whether it is saved, and when it comes back. */
const Facts = ({ entry: { at, saved, snoozedUntil } }: { entry: Entry }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-muted">
      <time dateTime={at} title={dateTime(at)}>
        {ago(at)}
      </time>
      {saved && <span>· {t('saved')}</span>}
      {snoozedUntil !== null && <span>· {t('snooze.until', { at: dateTime(snoozedUntil) })}</span>}
    </p>
  )
}

/** One notification: its link, when it came, and its actions. */
export const NotificationEntry = (props: EntryProps) => {
  const { entry, mark, close, panel, setPanel } = props
  const t = useT()
  const { i18n } = useTranslation()
  const { id, plugin, kind, params, link, read } = entry
  const title = i18n.t(`notifications.${kind}.title`, { ns: plugin, ...params })
  const open = () => {
    if (!read) mark(id, { read: true })
    close()
  }
  const snooze = (until: string) => {
    setPanel(null)
    mark(id, { snoozedUntil: until })
  }
  return (
    <li
      className="flex scroll-my-4 flex-col gap-2 border-b border-border py-3 last:border-0"
      data-notification={id}
      tabIndex={-1}
    >
      <div className="flex items-start gap-2">
        <span
          aria-hidden
          className={`mt-2 size-2 flex-none rounded-full ${read ? 'bg-transparent' : 'bg-accent'}`}
        />
        <div className="min-w-0 flex-1">
          <p className={`wrap-anywhere ${read ? '' : 'font-semibold'}`}>
            {link === null ? (
              title
            ) : (
              <Link to={link} className="hover:underline" onClick={open}>
                {title}
              </Link>
            )}
            {!read && <span className="sp-hidden"> {t('unread')}</span>}
          </p>
          <Facts entry={entry} />
        </div>
        <Actions {...props} />
      </div>
      {panel !== null && (
        <div className="pl-4">
          {panel === 'why' ? <Reason entry={entry} /> : <Snooze onChoose={snooze} />}
        </div>
      )}
    </li>
  )
}
