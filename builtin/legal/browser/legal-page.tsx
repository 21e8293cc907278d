import { gapAfter, useSetting, useT } from '@spawnpoint/sdk/browser'
import { Alert, Card, Markdown, Page } from '@spawnpoint/sdk/ui'
import { LegalFrame } from './legal-frame.tsx'
import { LegalLinks } from './legal-links.tsx'
import { OperatorCard } from './operator-card.tsx'

const isAddress = (text: string) => /^https:\/\/\S+$/.test(text)

const Text = ({ text, missing }: { text: string; missing: string }) => {
  const t = useT()
  if (!text) return <Alert tone="info">{missing}</Alert>
  if (isAddress(text))
    return (
      <p>
        {t('elsewhere')}
        {gapAfter(t('elsewhere'))}
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
  const text = useSetting(setting)
  return (
    <LegalFrame>
      <Page title={title} width="narrow">
        <Card>
          <Text text={typeof text === 'string' ? text.trim() : ''} missing={missing} />
        </Card>
        <OperatorCard />
        <LegalLinks />
      </Page>
    </LegalFrame>
  )
}
