import {
  changeNotificationPreference,
  readNotificationPreferences,
  type listNotifications,
} from '@spawnpoint/contracts/notifications'
import { Link, useExplain, useFormat, useHost, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, IconButton } from '@spawnpoint/sdk/ui'
import { Check, History, Info } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

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

interface ActionsProps {
  readonly done: boolean
  /** The reason for the notification is shown. */
  readonly isAsked: boolean
  readonly onAsk: () => void
  readonly onMove: () => void
}

const Actions = ({ done, isAsked, onAsk, onMove }: ActionsProps) => {
  const t = useT()
  return (
    <div className="flex flex-none items-center gap-1">
      <IconButton
        label={t('why.ask')}
        size="sm"
        variant="ghost"
        icon={<Info aria-hidden />}
        aria-expanded={isAsked}
        onClick={onAsk}
      />
      <IconButton
        label={t(done ? 'back' : 'done')}
        size="sm"
        variant="ghost"
        icon={done ? <History aria-hidden /> : <Check aria-hidden />}
        onClick={onMove}
      />
    </div>
  )
}

/** One notification: its link, when it came, and its actions. */
export const NotificationEntry = ({
  entry,
  mark,
  close,
}: {
  entry: Entry
  mark: (id: string, marks: { readonly read?: boolean; readonly done?: boolean }) => void
  close: () => void
}) => {
  const t = useT()
  const { i18n } = useTranslation()
  const { ago, dateTime } = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { id, plugin, kind, params, link, at, read, done } = entry
  const title = i18n.t(`notifications.${kind}.title`, { ns: plugin, ...params })
  const open = () => {
    if (!read) mark(id, { read: true })
    close()
  }
  return (
    <li className="flex flex-col gap-2 border-b border-border py-3 last:border-0">
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
          <time className="text-sm text-muted" dateTime={at} title={dateTime(at)}>
            {ago(at)}
          </time>
        </div>
        <Actions
          done={done}
          isAsked={isAsked}
          onAsk={() => setAsked(!isAsked)}
          onMove={() => mark(id, { done: !done })}
        />
      </div>
      {isAsked && (
        <div className="pl-4">
          <Reason entry={entry} />
        </div>
      )}
    </li>
  )
}
