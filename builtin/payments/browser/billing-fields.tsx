import type { BillingDetails } from '@spawnpoint/contracts/payments'
import { useT } from '@spawnpoint/sdk/browser'
import { Button, Combobox, TextField } from '@spawnpoint/sdk/ui'
import { Plus } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { useCountries } from './use-countries.ts'

export const emptyBilling: BillingDetails = { country: null, company: '', street: '', city: '', vat: '' }

const fields = ['company', 'vat', 'street', 'city'] as const
const autoComplete = {
  company: 'organization',
  vat: 'off',
  street: 'street-address',
  city: 'address-level2',
} as const
const longest = { company: 100, vat: 24, street: 100, city: 100 } as const

/** The lines of the receipt beside the name of the account, and the country whose tax applies. */
export const BillingFields = ({
  billing,
  onChange,
  needsCountry,
}: {
  billing: BillingDetails
  onChange: (billing: BillingDetails) => void
  needsCountry: boolean
}) => {
  const t = useT()
  const countries = useCountries()
  const [isOpen, setOpen] = useState(fields.some((field) => billing[field] !== ''))
  const country = (
    <Combobox
      label={t('billing.country')}
      hint={needsCountry ? t('billing.countryHint') : undefined}
      optional={!needsCountry}
      options={countries}
      value={billing.country ?? ''}
      onChange={(value) => onChange({ ...billing, country: value === '' ? null : value })}
    />
  )
  return (
    <div className="grid gap-3">
      {(needsCountry || isOpen) && country}
      {!isOpen && (
        <div className="-ms-3">
          <Button variant="ghost" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
            {t('billing.open')}
          </Button>
        </div>
      )}
      {isOpen && (
        <fieldset className="min-w-0 border-0 p-0">
          <legend className="sp-label mb-2">{t('billing.title')}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {fields.map((field) => (
              <TextField
                key={field}
                label={t(`billing.${field}`)}
                optional
                name={field}
                autoComplete={autoComplete[field]}
                maxLength={longest[field]}
                value={billing[field]}
                onChange={({ target }) => onChange({ ...billing, [field]: target.value })}
              />
            ))}
          </div>
          <p className="sp-hint mt-2">{t('billing.hint')}</p>
        </fieldset>
      )}
    </div>
  )
}
