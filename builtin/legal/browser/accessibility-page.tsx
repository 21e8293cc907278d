import { gapAfter, useFormat, useSetting, useT } from '@spawnpoint/sdk/browser'
import { Card, Page } from '@spawnpoint/sdk/ui'
import { LegalFrame } from './legal-frame.tsx'
import { LegalLinks } from './legal-links.tsx'
import { OperatorCard } from './operator-card.tsx'

/** The day on which the lists below were last compared with the product; change it together with them. */
const REVIEWED = '2026-11-27'

const done = ['keyboard', 'contrast', 'zoom', 'motion', 'targets', 'names', 'checks'] as const
const limits = ['console', 'charts', 'uploads', 'plugins', 'panel'] as const

const List = ({ items }: { items: readonly { id: string; text: string }[] }) => (
  <ul className="list-disc space-y-2 ps-5">
    {items.map(({ id, text }) => (
      <li key={id}>{text}</li>
    ))}
  </ul>
)

const Contact = () => {
  const t = useT()
  const setting = useSetting('legal_accessibility_contact')
  const contact = typeof setting === 'string' ? setting : ''
  if (!contact) return <p>{t('accessibility.report.missing')}</p>
  const isEmail = !contact.startsWith('https://')
  const lead = t(isEmail ? 'accessibility.report.email' : 'accessibility.report.page')
  return (
    <p>
      {lead}
      {gapAfter(lead)}
      <a
        className="sp-link break-all"
        href={isEmail ? `mailto:${contact}` : contact}
        rel="noopener noreferrer"
      >
        {contact}
      </a>
    </p>
  )
}

/** The statement is the product's own and not the operator's text: only the contact comes from the settings. */
const AccessibilityPage = () => {
  const t = useT()
  const { day } = useFormat()
  return (
    <LegalFrame>
      <Page title={t('accessibility.title')} width="narrow">
        <Card title={t('accessibility.standard.title')}>
          <p>{t('accessibility.standard.text')}</p>
        </Card>
        <Card title={t('accessibility.done.title')}>
          <List items={done.map((id) => ({ id, text: t(`accessibility.done.${id}`) }))} />
        </Card>
        <Card title={t('accessibility.limits.title')}>
          <List items={limits.map((id) => ({ id, text: t(`accessibility.limits.${id}`) }))} />
        </Card>
        <Card title={t('accessibility.report.title')}>
          <div className="space-y-2">
            <p>{t('accessibility.report.text')}</p>
            <Contact />
          </div>
        </Card>
        <OperatorCard />
        <p className="text-sm text-muted">{t('accessibility.reviewed', { date: day(REVIEWED) })}</p>
        <LegalLinks />
      </Page>
    </LegalFrame>
  )
}

export default AccessibilityPage
