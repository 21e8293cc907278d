import { previewMassMail, sendTestMassMail } from '@spawnpoint/contracts/mail-templates'
import type { CallOf } from '@spawnpoint/sdk/common'
import { PreviewCard } from './preview-card.tsx'
import { TestButton } from './test-button.tsx'

/** The email to many users as the caller would get it. */
export const MassMailPreview = ({
  draft,
}: {
  draft: NonNullable<CallOf<typeof previewMassMail>['body']>
}) => (
  <PreviewCard
    endpoint={previewMassMail}
    draft={draft}
    actions={<TestButton endpoint={sendTestMassMail} draft={draft} />}
  />
)
