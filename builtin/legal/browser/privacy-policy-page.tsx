import { useT } from '@spawnpoint/sdk/browser'
import { LegalPage } from './legal-page.tsx'

const PrivacyPolicyPage = () => {
  const t = useT()
  return <LegalPage setting="legal_privacy" title={t('privacy')} missing={t('missing.privacy')} />
}

export default PrivacyPolicyPage
