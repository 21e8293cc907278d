import { useHost, useSession, useT } from '@spawnpoint/sdk/browser'
import { TextLink } from '@spawnpoint/sdk/ui'
import { greetingAt } from './greeting.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** One line to greet: the page belongs to the servers, and the balance is in the top bar. */
export const DashboardHeader = () => {
  const t = useT()
  const { clock, pathTo } = useHost()
  const user = useSession((session) => session.user)
  const name = textOf(user['first_name']) || textOf(user['username'])
  const greeting = t(`greeting.${greetingAt(new Date(clock.now()).getHours())}`)
  return (
    <section aria-label={t('overview')} className="-mt-4 flex min-w-0 flex-wrap items-baseline gap-x-3">
      <p className="text-lg text-muted wrap-anywhere">
        {name ? t('greeting.name', { greeting, name }) : greeting}
      </p>
      {/* The name, which comes with the session, would move it. */}
      <TextLink
        to={`${pathTo('account')}#security`}
        className={`inline-block text-sm leading-6 whitespace-nowrap ${name ? '' : 'invisible'}`}
      >
        {t('supportPin')}
      </TextLink>
    </section>
  )
}
