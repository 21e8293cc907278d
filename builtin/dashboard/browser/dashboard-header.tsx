import { useFormat, useHost, useSession, useT } from '@spawnpoint/sdk/browser'
import { Avatar, Skeleton, Stat, TextLink } from '@spawnpoint/sdk/ui'
import { Coins, Server, Ticket } from '@spawnpoint/sdk/ui/icons'
import { greetingAt } from './greeting.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Figures of the session answer; one that no plugin gives is not drawn. */
const figures = [
  { key: 'credits', group: 'user', Icon: Coins },
  { key: 'servers', group: 'stats', Icon: Server },
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
      <div className="grid min-h-13 w-56 content-center" aria-hidden="true">
        <Skeleton lines={2} />
      </div>
    )
  return (
    <div className="flex min-h-13 flex-wrap gap-x-8 gap-y-3">
      {known.map(({ key, value, Icon }) => (
        <Stat key={key} icon={<Icon aria-hidden />} label={t(`figures.${key}`)} value={number(value)} />
      ))}
    </div>
  )
}

/** Name, role and balance of the signed-in user. */
export const DashboardHeader = () => {
  const t = useT()
  const { clock, pathTo } = useHost()
  const user = useSession((session) => session.user)
  const name = textOf(user['first_name']) || textOf(user['username'])
  const fullName = `${textOf(user['first_name'])} ${textOf(user['last_name'])}`.trim()
  const greeting = t(`greeting.${greetingAt(new Date(clock.now()).getHours())}`)
  return (
    <section
      aria-label={t('overview')}
      className="sp-card sp-glow flex flex-wrap items-center justify-between gap-x-8 gap-y-4 bg-linear-to-r from-accent/12 to-transparent px-5 py-5"
    >
      <div className="flex min-w-0 items-center gap-4">
        <Avatar name={fullName || name} src={textOf(user['avatar']) || null} size="lg" />
        <div className="min-w-0">
          <p className="text-xl font-semibold tracking-tight wrap-anywhere">
            {name ? t('greeting.name', { greeting, name }) : greeting}
          </p>
          <p className="text-sm text-muted">
            {t('greeting.text')}{' '}
            <TextLink to={`${pathTo('account')}#security`} className="whitespace-nowrap">
              {t('supportPin')}
            </TextLink>
          </p>
        </div>
      </div>
      <Figures />
    </section>
  )
}
