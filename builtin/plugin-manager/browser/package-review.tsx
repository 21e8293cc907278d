import type { PackageNoteView, PackageReviewView } from '@spawnpoint/contracts/plugin-manager'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Alert, Badge, Code, CodedText, KeyValue } from '@spawnpoint/sdk/ui'
import { PackageRights } from './package-rights.tsx'

const Notes = ({
  notes,
  tone,
  title,
}: {
  notes: readonly PackageNoteView[]
  tone: 'danger' | 'warning'
  title: string
}) => {
  const t = useT()
  if (notes.length === 0) return null
  return (
    <Alert tone={tone} title={title}>
      <ul className="grid gap-1">
        {notes.map(({ code, details }) => (
          <li key={`${code} ${JSON.stringify(details)}`}>
            <CodedText text={t(`errors.${code}`, details)} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const SignatureFact = ({ signature }: { signature: PackageReviewView['signature'] }) => {
  const t = useT()
  const { state, keyName, keyId } = signature
  const tone = state === 'valid' ? 'success' : 'warning'
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{t(`signature.${state}`, { name: keyName ?? '' })}</Badge>
      {keyId && <Code>{keyId}</Code>}
    </span>
  )
}

const Facts = ({ review }: { review: PackageReviewView }) => {
  const t = useT()
  const { number } = useFormat()
  const none = t('details.none')
  const version =
    review.installedVersion === null
      ? review.version
      : t('review.fromTo', { from: review.installedVersion, to: review.version })
  return (
    <KeyValue
      items={[
        { label: t('details.id'), value: <Code>{review.plugin}</Code> },
        { label: t('details.version'), value: version },
        {
          label: t('details.publisher'),
          value: review.publisher ? t('details.claims', { name: review.publisher }) : none,
        },
        { label: t('review.license'), value: review.license ?? none },
        { label: t('review.signature'), value: <SignatureFact signature={review.signature} /> },
        {
          label: t('review.size'),
          value: t('review.sizeOf', { count: review.files, kib: number(Math.ceil(review.bytes / 1024)) }),
        },
        {
          label: t('details.dependencies'),
          value:
            review.dependencies.length === 0
              ? none
              : review.dependencies
                  .map(({ id, range, found }) => `${id} ${range} (${found ?? t('review.missing')})`)
                  .join(', '),
        },
      ]}
    />
  )
}

/** All that an operator has to know of a package before it is installed. */
export const PackageReview = ({
  review,
  isFramed,
}: {
  review: PackageReviewView
  /** Its pages would run in a frame. */
  isFramed: boolean
}) => {
  const t = useT()
  return (
    <div className="grid gap-5">
      <Notes notes={review.problems} tone="danger" title={t('review.problems')} />
      <Notes notes={review.warnings} tone="warning" title={t('review.warnings')} />
      <Facts review={review} />
      {review.isolation.server && (
        <section className="grid gap-1 text-sm">
          <h3>{t('review.runsAsServer')}</h3>
          <p>{t('review.runsAsServerText')}</p>
        </section>
      )}
      <section className="grid gap-2">
        <h3>{t(review.action === 'upgrade' ? 'review.asksUpgrade' : 'review.asks')}</h3>
        <PackageRights
          rights={review.rights}
          marksNew={review.installedVersion !== null}
          isFramed={isFramed}
        />
      </section>
    </div>
  )
}
