import { logOut } from '@spawnpoint/contracts/auth'
import { useFormat, useHost, useSession, useSetting, useT } from '@spawnpoint/sdk/browser'
import { BrandMark, Button, TextLink } from '@spawnpoint/sdk/ui'
import { Clock } from '@spawnpoint/sdk/ui/icons'
import { useEffect } from 'react'

const LOOK_MS = 10_000

/** Asks for the settings until they say that the maintenance has ended: the kernel then draws the page at the address. */
const useEnd = (): void => {
  const { clock, refreshSettings } = useHost()
  useEffect(() => {
    let timer = 0
    const wait = () => {
      timer = clock.setTimeout(() => void refreshSettings().then(wait, wait), LOOK_MS)
    }
    // The settings may come from the cache of an earlier visit.
    refreshSettings().catch(() => undefined)
    wait()
    return () => clock.clearTimeout(timer)
  }, [clock, refreshSettings])
}

const ExpectedEnd = ({ until }: { until: string }) => {
  const t = useT()
  const { clock } = useHost()
  const { ago, dateTime } = useFormat()
  const isOver = Date.parse(until) <= clock.now()
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Clock className="size-4 shrink-0" aria-hidden />
      {isOver ? t('page.soon') : t('page.until', { time: dateTime(until), ago: ago(until) })}
    </p>
  )
}

/** People who are signed in may be another account's; an administrator signs in from here. */
const LogInOrOut = () => {
  const t = useT()
  const host = useHost()
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  const leave = () =>
    host.call(logOut).then(
      () => host.forgetSession(),
      () => host.forgetSession(),
    )
  return isSignedIn ? (
    <Button size="sm" variant="ghost" className="-ms-2.5" onClick={() => void leave()}>
      {t('page.logOut')}
    </Button>
  ) : (
    <TextLink to={host.pathToWellKnown('login')}>{t('page.logIn')}</TextLink>
  )
}

const MaintenancePage = () => {
  const t = useT()
  const name = String(useSetting('app_name') ?? 'Spawnpoint')
  const message = String(useSetting('maintenance_message') ?? '')
  const until = String(useSetting('maintenance_until') ?? '')
  useEnd()
  return (
    <div className="grid min-h-[calc(100dvh-2rem)] w-full place-items-center py-6">
      <section className="sp-card w-full max-w-md" aria-labelledby="maintenance-title">
        <div className="grid gap-4 p-6 sm:p-8">
          <div className="flex items-center gap-2 text-lg font-semibold tracking-tight">
            <BrandMark />
            <span className="min-w-0 truncate">{name}</span>
          </div>
          <h1
            id="maintenance-title"
            className="mt-2 text-2xl font-semibold tracking-tight outline-none"
            tabIndex={-1}
          >
            {t('page.title')}
          </h1>
          <p className="whitespace-pre-line text-muted">{message || t('page.text', { name })}</p>
          {until && <ExpectedEnd until={until} />}
          <p className="text-sm text-muted">{t('page.heals')}</p>
        </div>
        <div className="border-t border-border px-6 py-4 text-sm sm:px-8">
          <LogInOrOut />
        </div>
      </section>
    </div>
  )
}

export default MaintenancePage
