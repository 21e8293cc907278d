import { useHost, useSetting, useT } from '@spawnpoint/sdk/browser'
import { Alert, Card, KeyValue, Markdown, Page, TextLink } from '@spawnpoint/sdk/ui'

const isAddress = (text: string) => /^https:\/\/\S+$/.test(text)

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

const Text = ({ text, missing }: { text: string; missing: string }) => {
  const t = useT()
  if (!text) return <Alert tone="info">{missing}</Alert>
  if (isAddress(text))
    return (
      <p>
        {t('elsewhere')}{' '}
        <a className="sp-link break-all" href={text} rel="noopener noreferrer">
          {text}
        </a>
      </p>
    )
  return <Markdown text={text} author="staff" />
}

/** A text that the operator publishes, with who they are. */
export const LegalPage = ({
  setting,
  title,
  missing,
}: {
  setting: string
  title: string
  missing: string
}) => {
  const host = useHost()
  const t = useT()
  const text = useSetting(setting)
  const company = useCompany()
  return (
    <div className="px-4 py-8">
      <Page title={title} width="narrow">
        <Card>
          <Text text={typeof text === 'string' ? text.trim() : ''} missing={missing} />
        </Card>
        {company.length > 0 && (
          <Card title={t('operator')}>
            <KeyValue items={company} />
          </Card>
        )}
        <p className="flex flex-wrap gap-4 text-sm">
          <TextLink to={host.pathTo('terms-of-service')}>{t('terms')}</TextLink>
          <TextLink to={host.pathTo('privacy-policy')}>{t('privacy')}</TextLink>
          <TextLink to="/">{t('home')}</TextLink>
        </p>
      </Page>
    </div>
  )
}
