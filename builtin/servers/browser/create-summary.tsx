import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { CountryFlag, GameArt } from '@spawnpoint/sdk/ui/art'
import { useAmountFormat } from './amounts.ts'
import { artOfGame } from './game-art-of.ts'
import { eggsOf, type Draft, type Options } from './create-draft.ts'

const amounts = ['memory', 'cpu', 'disk'] as const

const useRenewalPrice = () => {
  const t = useT()
  const { number } = useFormat()
  return ({ cost, days }: NonNullable<Options['renewal']>) => {
    const price = cost === 0 ? t('renew.free') : t('renew.coins', { value: number(cost) })
    return `${price} / ${t('renew.period', { count: days, value: number(days) })}`
  }
}

/** The choices so far, and how much of what is free they take. */
export const CreateSummary = ({ draft, options }: { draft: Draft; options: Options }) => {
  const t = useT()
  const format = useAmountFormat()
  const renewalPrice = useRenewalPrice()
  const category = options.categories.find(({ id }) => id === draft.categoryId)
  const egg = eggsOf(options, draft).find(({ id }) => id === draft.eggId)
  const location = options.locations.find(({ id }) => id === draft.locationId)
  const chosen = [
    { label: t('wizard.steps.category'), value: category?.name },
    { label: t('wizard.steps.egg'), value: egg?.name },
    {
      label: t('wizard.steps.location'),
      value: location && (
        <>
          <CountryFlag code={location.country} /> {location.name}
        </>
      ),
    },
    ...amounts.map((key) => ({
      label: t(`limits.${key}`),
      value: t('wizard.ofFree', {
        amount: format(key, Number(draft.amounts[key]) || 0),
        free: format(key, options.free[key]),
      }),
    })),
    ...(options.renewal ? [{ label: t('wizard.renewal'), value: renewalPrice(options.renewal) }] : []),
  ]
  return (
    <aside className="sp-card overflow-hidden lg:sticky lg:top-18" aria-label={t('wizard.summary')}>
      <GameArt {...artOfGame(egg, category)} />
      <div className="p-4">
        <h2 className="mb-2 truncate text-lg">{draft.name.trim() || t('wizard.summary')}</h2>
        <dl className="grid gap-1.5 text-sm">
          {chosen.map(({ label, value }) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 text-end wrap-anywhere">{value ?? '–'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  )
}
