import { useFormat, useHost, useSession, useT } from '@spawnpoint/sdk/browser'
import { Skeleton, TextLink } from '@spawnpoint/sdk/ui'
import { Coins, Ticket } from '@spawnpoint/sdk/ui/icons'
import { greetingAt } from './greeting.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Figures of the session answer; one that no plugin gives is not drawn. The servers count themselves below. */
const figures = [
  { key: 'credits', group: 'user', Icon: Coins },
  { key: 'tickets', group: 'stats', Icon: Ticket },
] as const

const Figures = () => {
  const t = useT()
  const session = useSession()
  const { number } = useFormat()
  const known = figures.flatMap(({ key, group, Icon }) => {
    const value = session[group][key]
    return typeof value === 'number' ? [{ key, value, Icon }] : []
  })
  if (session.status === 'unknown' && known.length === 0)
    return (
      <div className="grid min-h-6 w-24 content-center max-sm:w-full" aria-hidden="true">
        <Skeleton />
      </div>
    )
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-5 max-sm:w-full">
      {known.map(({ key, value, Icon }) => (
        <p key={key} className="flex items-center gap-1.5 text-muted">
          <Icon aria-hidden className="size-4 text-accent-text" />
          <strong className="text-text tabular-nums">{number(value)}</strong>
          {t(`figures.${key}`)}
        </p>
      ))}
    </div>
  )
}

/** One line with the name and balance of the signed-in user: the page belongs to the servers. */
export const DashboardHeader = () => {
  const t = useT()
  const { clock, pathTo } = useHost()
  const user = useSession((session) => session.user)
  const name = textOf(user['first_name']) || textOf(user['username'])
  const greeting = t(`greeting.${greetingAt(new Date(clock.now()).getHours())}`)
  return (
    <section
      aria-label={t('overview')}
      className="-mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-1"
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <p className="text-lg text-muted wrap-anywhere">
          {name ? t('greeting.name', { greeting, name }) : greeting}
        </p>
        <TextLink to={`${pathTo('account')}#security`} className="text-sm whitespace-nowrap">
          {t('supportPin')}
        </TextLink>
      </div>
      <Figures />
    </section>
  )
}
