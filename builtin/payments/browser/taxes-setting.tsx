import { useT } from '@spawnpoint/sdk/browser'
import { Button, Card, Combobox, IconButton, Skeleton, TextField } from '@spawnpoint/sdk/ui'
import { Plus, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { useCountries } from './use-countries.ts'
import { useStoredPackages } from './use-stored-packages.ts'

interface Rate {
  readonly country: string
  readonly percent: number
}

const KEY = 'payments_tax_countries'
const isRates = (value: unknown): value is readonly Rate[] => Array.isArray(value)
const readPercent = (text: string): number | null =>
  /^\d{1,3}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null

/** A percentage as it is typed; what is none is not taken over. Discarded, imported and undone edits replace the text. */
const Percent = ({ rate, change }: { rate: Rate; change: ((percent: number) => void) | null }) => {
  const t = useT()
  const [draft, setDraft] = useState({ text: String(rate.percent), percent: rate.percent })
  const text = draft.percent === rate.percent ? draft.text : String(rate.percent)
  const typed = readPercent(text)
  const isWrong = typed === null || typed > 100
  return (
    <TextField
      label={t('taxes.percent')}
      inputMode="decimal"
      value={text}
      readOnly={change === null}
      {...(isWrong && { error: t('taxes.wrong') })}
      onChange={({ target }) => {
        const percent = readPercent(target.value)
        const isTaken = percent !== null && percent <= 100
        setDraft({ text: target.value, percent: isTaken ? percent : rate.percent })
        if (isTaken) change?.(percent)
      }}
    />
  )
}

/** Tax rates of single countries. */
export default function TaxesSetting({
  edits,
  edit,
}: {
  edits: Readonly<Record<string, unknown>>
  edit: ((key: string, value: unknown) => void) | null
}) {
  const t = useT()
  const countries = useCountries()
  const edited = edits[KEY]
  const data = useStoredPackages(edited)
  const rates = isRates(edited) ? edited : data?.taxes
  const replace = (next: readonly Rate[]) => edit?.(KEY, next)
  if (!rates) return <Skeleton shape="block" className="mb-4 h-40" />
  const free = countries.filter(({ value }) => !rates.some(({ country }) => country === value))
  const nameOf = (code: string) => countries.find(({ value }) => value === code)?.label ?? code
  return (
    <Card title={t('taxes.title')} description={t('taxes.text')} className="mb-4">
      <div className="grid gap-3">
        {rates.map((rate, index) => (
          <div key={rate.country} className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <TextField label={t('billing.country')} value={nameOf(rate.country)} readOnly />
            </div>
            <div className="w-28 shrink-0">
              <Percent
                rate={rate}
                change={
                  edit &&
                  ((percent) =>
                    replace(rates.map((each, place) => (place === index ? { ...each, percent } : each))))
                }
              />
            </div>
            {edit && (
              <div className="pt-7">
                <IconButton
                  label={t('taxes.remove', { country: nameOf(rate.country) })}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => replace(rates.filter((_, place) => place !== index))}
                />
              </div>
            )}
          </div>
        ))}
        {edit && (
          <AddCountry options={free} add={(country) => replace([...rates, { country, percent: 0 }])} />
        )}
      </div>
    </Card>
  )
}

const AddCountry = ({
  options,
  add,
}: {
  options: readonly { readonly value: string; readonly label: string }[]
  add: (country: string) => void
}) => {
  const t = useT()
  const [chosen, setChosen] = useState('')
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <Combobox label={t('taxes.country')} options={options} value={chosen} onChange={setChosen} />
      </div>
      <Button
        icon={<Plus aria-hidden />}
        disabled={chosen === ''}
        onClick={() => {
          add(chosen)
          setChosen('')
        }}
      >
        {t('taxes.add')}
      </Button>
    </div>
  )
}
