import type { PackageReviewView } from '@spawnpoint/contracts/plugin-manager'
import { useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Dialog } from '@spawnpoint/sdk/ui'
import { ConsentParts } from './consent-parts.tsx'
import { ConsentRisks } from './consent-risks.tsx'
import { PackageFileField } from './package-file-field.tsx'
import { browserOf, PackageIsolation } from './package-isolation.tsx'
import { PackageReview } from './package-review.tsx'
import type { PackageInstall } from './use-package-install.ts'

const agreements: Readonly<Record<PackageReviewView['action'], string>> = {
  install: 'install.agree',
  upgrade: 'install.agreeUpgrade',
  same: 'install.agreeUpgrade',
  downgrade: 'install.agreeDowngrade',
}

const Answers = ({ install }: { install: PackageInstall }) => {
  const t = useT()
  const { review, busy, answers } = install
  if (!review) return <Button onClick={install.close}>{t('install.cancel')}</Button>
  const canAgree = review.problems.length === 0 && review.action !== 'same' && answers.isValid
  return (
    <>
      <Button onClick={install.startOver} disabled={busy}>
        {t('install.other')}
      </Button>
      <Button variant="primary" loading={busy} disabled={!canAgree} onClick={install.agree}>
        {t(agreements[review.action])}
      </Button>
    </>
  )
}

const Isolation = ({ install, review }: { install: PackageInstall; review: PackageReviewView }) => (
  <PackageIsolation isolation={review.isolation} choice={install.choice} onChoose={install.setChoice} />
)

/** Choose a file, read what it asks for, agree. Nothing of the plugin runs before it is switched on. */
export const PackageInstallDialog = ({ install }: { install: PackageInstall }) => {
  const t = useT()
  const { review, busy, failure } = install
  const browser = review && browserOf(review.isolation, install.choice)
  return (
    <Dialog
      open={install.isOpen}
      onClose={install.close}
      dismissable={!busy}
      size="lg"
      title={review ? t(`install.titles.${review.action}`, { name: review.title }) : t('install.title')}
      description={review ? review.description : t('install.text')}
      footer={<Answers install={install} />}
    >
      <div className="grid gap-5">
        {failure && <Alert tone="danger">{failure}</Alert>}
        {review ? (
          <>
            <ConsentRisks rights={review.rights} server={review.isolation.server} browser={browser} />
            {/* Its start-up code runs or not by this choice, so it comes before what that code would do. */}
            {review.isolation.hasBoot && <Isolation install={install} review={review} />}
            <PackageReview review={review} isFramed={browser === 'frame'} />
            <ConsentParts plugin={review.plugin} rights={review.rights} answers={install.answers} />
            {!review.isolation.hasBoot && <Isolation install={install} review={review} />}
          </>
        ) : (
          <PackageFileField busy={busy} onChoose={install.choose} />
        )}
      </div>
    </Dialog>
  )
}
