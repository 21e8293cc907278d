import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Card, Stat } from '@spawnpoint/sdk/ui'
import type { Economy } from './economy-page.tsx'
import { useEconomyFormat } from './use-economy-format.ts'

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)

/** Positive numbers with their sign. */
export const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text)

const Figure = (props: Parameters<typeof Stat>[0]) => (
  <Card>
    <Stat {...props} />
  </Card>
)

export const EconomyFigures = ({ economy: { opening, days, kinds } }: { economy: Economy }) => {
  const t = useT()
  const { number, percent } = useFormat()
  const { decimal } = useEconomyFormat()
  const supply = days.at(-1)?.supply ?? opening
  const [issued, removed] = [sum(days.map((day) => day.issued)), sum(days.map((day) => day.removed))]
  const moved = sum(days.map((day) => day.moved))
  const average = days.length > 0 ? sum(days.map((day) => day.supply)) / days.length : 0
  const change = supply - opening
  const compared = (now: number, before: number) =>
    before === 0
      ? t('staff.economy.noBefore')
      : t('staff.economy.compared', { value: signed(percent(now / before - 1), now / before - 1) })
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        label={t('staff.home.circulating')}
        value={number(supply)}
        note={
          opening > 0
            ? t('staff.economy.grew', { value: signed(percent(change / opening), change) })
            : signed(number(change), change)
        }
      />
      <Figure
        label={t('staff.economy.issued')}
        value={number(issued)}
        note={compared(issued, sum(kinds.map((kind) => kind.issuedBefore)))}
      />
      <Figure
        label={t('staff.economy.removed')}
        value={number(removed)}
        note={compared(removed, sum(kinds.map((kind) => kind.removedBefore)))}
      />
      <Figure
        label={t('staff.economy.velocity')}
        value={average > 0 ? decimal((removed + moved) / average) : '–'}
        note={t('staff.economy.velocityNote')}
      />
    </div>
  )
}
