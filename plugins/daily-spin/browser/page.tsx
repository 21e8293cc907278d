import { usePlugin } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, ErrorCard, Page, Skeleton, Table } from '@spawnpoint/sdk/ui'
import { readWheel } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { useSpin, type Outcome } from './use-spin.ts'
import { angleOf, Wheel } from './wheel.tsx'

type WheelView = ReplyOf<typeof readWheel>

export default function DailySpinPage() {
  const { t, explain } = usePlugin(manifest)
  const { data, error, refetch } = useEndpoint(readWheel)
  return (
    <Page title={t('title')} description={t('description')}>
      {data ? (
        <Game wheel={data} />
      ) : error ? (
        <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton />
        </Card>
      )}
    </Page>
  )
}

function Game({ wheel }: { readonly wheel: WheelView }) {
  const { t } = usePlugin(manifest)
  const { spin, isSpinning, outcomes } = useSpin()
  const last = outcomes.at(-1)
  const angle = last ? angleOf(wheel.segments, last.prize, outcomes.length) : 0
  return (
    <>
      <Card>
        <div className="daily-spin-layout">
          <Wheel segments={wheel.segments} angle={angle} />
          <div className="daily-spin-actions">
            <Result last={last} wheel={wheel} />
            <Buttons wheel={wheel} isSpinning={isSpinning} onSpin={(price) => void spin(price)} />
          </div>
        </div>
      </Card>
      <Card title={t('chances')} flush>
        <Chances wheel={wheel} />
      </Card>
    </>
  )
}

function Result({ last, wheel }: { readonly last: Outcome | undefined; readonly wheel: WheelView }) {
  const { t, format } = usePlugin(manifest)
  const { owed, nextFreeAt, hasFreeSpin } = wheel
  return (
    <div aria-live="polite">
      {last && (
        <p>
          <strong>{last.coins > 0 ? t('won', { count: last.coins }) : t('missed')}</strong>
        </p>
      )}
      {hasFreeSpin ? (
        <p>{t('free')}</p>
      ) : (
        <p className="daily-spin-quiet">{t('nextFree', { at: format.dateTime(nextFreeAt) })}</p>
      )}
      {owed > 0 && <p className="daily-spin-quiet">{t('owed', { count: owed })}</p>}
    </div>
  )
}

interface ButtonsProps {
  readonly wheel: WheelView
  readonly isSpinning: boolean
  readonly onSpin: (price: number) => void
}

function Buttons({
  wheel: { hasFreeSpin, price, paidSpinsLeft, balance },
  isSpinning,
  onSpin,
}: ButtonsProps) {
  const { t } = usePlugin(manifest)
  if (hasFreeSpin)
    return (
      <Button loading={isSpinning} onClick={() => onSpin(0)}>
        {t('spinFree')}
      </Button>
    )
  if (paidSpinsLeft === 0) return <p className="daily-spin-quiet">{t('noneLeft')}</p>
  return (
    <>
      <Button loading={isSpinning} disabled={balance < price} onClick={() => onSpin(price)}>
        {t('spinPaid', { count: price })}
      </Button>
      <p className="daily-spin-quiet">
        {balance < price ? t('tooExpensive', { count: price, balance }) : t('left', { count: paidSpinsLeft })}
      </p>
    </>
  )
}

function Chances({ wheel: { segments } }: { readonly wheel: WheelView }) {
  const { t, format } = usePlugin(manifest)
  const percent = (chance: number) => t('percent', { value: format.number(Math.round(chance * 1_000) / 10) })
  return (
    <Table
      caption={t('chances')}
      columns={[
        { id: 'prize', header: t('prize'), cell: ({ prize }) => t(`prizes.${prize}`) },
        { id: 'coins', header: t('coins'), align: 'end', cell: ({ coins }) => format.number(coins) },
        { id: 'chance', header: t('chance'), align: 'end', cell: ({ chance }) => percent(chance) },
      ]}
      rows={segments}
      rowKey={({ prize }) => prize}
    />
  )
}
