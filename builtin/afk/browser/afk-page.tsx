import { Slot, useExplain, useFormat, useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Card, ErrorCard, Page, ProgressBar, Skeleton, Stat, Status } from '@spawnpoint/sdk/ui'
import { Coins, History, Pause as PauseIcon, Play } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState, type ReactNode } from 'react'
import { createCounting, openTime, type Counting, type CountingPage } from './create-counting.ts'

const minute = 60_000

/** Draws again each second, so that the timer runs. */
function useNow(): number {
  const { clock } = useHost()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    let timer = 0
    const tick = () => {
      setNow(clock.now())
      timer = clock.setTimeout(tick, 1000)
    }
    tick()
    return () => clock.clearTimeout(timer)
  }, [clock])
  return now
}

function useCounting(): CountingPage {
  const host = useHost()
  const [page] = useState(() => createCounting(host, () => document.visibilityState === 'visible'))
  useEffect(() => {
    document.addEventListener('visibilitychange', page.look)
    page.open()
    return () => {
      document.removeEventListener('visibilitychange', page.look)
      page.close()
    }
  }, [page])
  return page
}

const clockText = (ms: number) => {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const Action = ({ page }: { page: CountingPage }) => {
  const t = useT()
  const { pause } = useStore(page.store)
  if (pause === null)
    return (
      <Button icon={<PauseIcon aria-hidden />} onClick={page.stop}>
        {t('page.pause')}
      </Button>
    )
  if (pause === 'hidden') return null
  const label = { elsewhere: 'page.countHere', stopped: 'page.resume' }[String(pause)] ?? 'page.tryAgain'
  return (
    <Button variant="primary" icon={<Play aria-hidden />} onClick={page.resume}>
      {t(label)}
    </Button>
  )
}

const State = ({ page }: { page: CountingPage }) => {
  const t = useT()
  const { pause, counting } = useStore(page.store)
  if (pause !== null) return <Status tone="warning">{t('page.paused')}</Status>
  if (!counting) return <Status>{t('page.starting')}</Status>
  if (counting.resumesAt !== null) return <Status tone="info">{t('page.limit')}</Status>
  return <Status tone="success">{t('page.counting')}</Status>
}

const Reason = ({ page }: { page: CountingPage }) => {
  const t = useT()
  const format = useFormat()
  const { pause, counting } = useStore(page.store)
  const resumesAt = counting?.resumesAt ?? null
  return (
    <output className="contents">
      {pause !== null && <Alert tone="warning">{t(`reasons.${pause}`)}</Alert>}
      {pause === null && resumesAt !== null && (
        <Alert>{t('reasons.limit', { date: format.dateTime(resumesAt) })}</Alert>
      )}
    </output>
  )
}

const NextCoin = ({ counting, open }: { counting: Pick<Counting, 'coinMs' | 'restMs'>; open: number }) => {
  const t = useT()
  const { coinMs, restMs } = counting
  const counted = Math.min(coinMs, restMs + open)
  const minutes = Math.ceil((coinMs - counted) / minute)
  return (
    <ProgressBar
      label={t('page.nextCoin')}
      value={counted / coinMs}
      note={coinMs - counted <= minute ? t('page.nextSoon') : t('page.nextIn', { count: minutes })}
    />
  )
}

/** As large as what will be shown. */
const Placeholder = ({ children }: { children: ReactNode }) => (
  <div className="grid" aria-hidden inert>
    <div className="invisible col-start-1 row-start-1">{children}</div>
    <Skeleton shape="block" className="col-start-1 row-start-1 h-full" />
  </div>
)

const unknown = { coinMs: minute, restMs: 0 }

const TimerCard = ({ page }: { page: CountingPage }) => {
  const t = useT()
  const now = useNow()
  const state = useStore(page.store)
  const { counting } = state
  const open = openTime(state, now)
  return (
    <Card>
      <div className="flex flex-col items-center gap-4 py-2">
        <State page={page} />
        <div className="text-center">
          <div role="timer" aria-label={t('page.timer')} className="text-5xl font-semibold tabular-nums">
            {counting ? clockText(counting.todayMs + open) : <Placeholder>{clockText(0)}</Placeholder>}
          </div>
          <p className="sp-hint mt-1">{t('page.timer')}</p>
        </div>
        <div className="w-full max-w-96">
          {counting ? (
            <NextCoin counting={counting} open={open} />
          ) : (
            <Placeholder>
              <NextCoin counting={unknown} open={0} />
            </Placeholder>
          )}
        </div>
        <Action page={page} />
      </div>
    </Card>
  )
}

const Figures = ({ counting }: { counting: Counting | null }) => {
  const t = useT()
  const { number } = useFormat()
  const credits = useSession(({ user }) => user['credits'])
  return (
    <div className="sp-stats">
      <Stat
        label={t('page.coinsToday')}
        icon={<Coins aria-hidden />}
        value={
          counting ? (
            t('page.coinsOf', { coins: number(counting.coinsToday), max: number(counting.coinsPerDay) })
          ) : (
            <Skeleton />
          )
        }
      />
      <Stat
        label={t('page.balance')}
        icon={<Coins aria-hidden />}
        value={typeof credits === 'number' ? number(credits) : <Skeleton />}
      />
      <Stat
        label={t('page.total')}
        icon={<History aria-hidden />}
        value={counting ? t('page.minutes', { count: Math.floor(counting.totalMs / minute) }) : <Skeleton />}
      />
    </div>
  )
}

const HowItWorks = ({ counting }: { counting: Counting }) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <Card title={t('how.title')}>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>{t('how.rate', { count: counting.coinMs / minute })}</li>
        <li>{t('how.limit', { max: number(counting.coinsPerDay) })}</li>
        <li>{t('how.one')}</li>
      </ul>
    </Card>
  )
}

export default function AfkPage() {
  const t = useT()
  const explain = useExplain()
  const page = useCounting()
  const { counting, error } = useStore(page.store)
  return (
    <Page title={t('page.title')} description={t('page.description')} width="narrow">
      {error ? (
        <ErrorCard message={explain(error)} onRetry={page.resume} />
      ) : (
        <>
          <TimerCard page={page} />
          <Reason page={page} />
        </>
      )}
      <Figures counting={counting} />
      {counting && <HowItWorks counting={counting} />}
      <Slot name="earn.after" source="afk" />
    </Page>
  )
}
