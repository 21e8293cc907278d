import { useFormat, useSession, useT } from '@spawnpoint/sdk/browser'
import { IconButton } from '@spawnpoint/sdk/ui'
import { Bell } from '@spawnpoint/sdk/ui/icons'
import { lazy, Suspense, useState } from 'react'

const Inbox = lazy(() => import('./inbox.tsx'))

const MOST = 99

/** The bell of the top bar. Its number comes with the session and costs no call. */
export default function BellPart() {
  const t = useT()
  const { number } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const isKnown = useSession(({ status }) => status !== 'signed-out')
  const stored = useSession(({ stats }) => stats['unread_notifications'])
  const unread = typeof stored === 'number' ? stored : 0
  if (!isKnown) return null
  const shown = unread > MOST ? `${number(MOST)}+` : number(unread)
  return (
    <>
      <span className="relative inline-flex">
        <IconButton
          label={unread > 0 ? t('openUnread', { count: unread, shown }) : t('open')}
          icon={<Bell aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
        {unread > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute -top-0.5 -right-1 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 font-semibold text-on-accent tabular-nums"
          >
            {shown}
          </span>
        )}
      </span>
      {isOpen && (
        <Suspense>
          <Inbox close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
