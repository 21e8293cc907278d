import { useSetting, useT } from '@spawnpoint/sdk/browser'
import { Card, KeyValue } from '@spawnpoint/sdk/ui'

const facts = ['name', 'address', 'zip', 'city', 'state', 'country', 'vat'] as const

const useCompany = () => {
  const t = useT()
  const values: Record<(typeof facts)[number], unknown> = {
    name: useSetting('company_name'),
    address: useSetting('company_address'),
    zip: useSetting('company_zip'),
    city: useSetting('company_city'),
    state: useSetting('company_state'),
    country: useSetting('company_country'),
    vat: useSetting('company_vat'),
  }
  return facts.flatMap((key) => {
    const value = values[key]
    return typeof value === 'string' && value ? [{ label: t(`company.${key}`), value }] : []
  })
}

/** The company details of the general settings; nothing where the operator has entered none. */
export const OperatorCard = () => {
  const t = useT()
  const company = useCompany()
  if (company.length === 0) return null
  return (
    <Card title={t('operator')}>
      <KeyValue items={company} />
    </Card>
  )
}
