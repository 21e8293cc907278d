import { useT } from '@spawnpoint/sdk/browser'
import { LegalPage } from './legal-page.tsx'

const TermsOfServicePage = () => {
  const t = useT()
  return <LegalPage setting="legal_tos" title={t('terms')} missing={t('missing.terms')} />
}

export default TermsOfServicePage
