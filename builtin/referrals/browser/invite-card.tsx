import { createReferralCode, readReferralOverview } from '@spawnpoint/contracts/referrals'
import { useExplain, useSetting, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, CopyButton, ErrorCard, Skeleton, TextField } from '@spawnpoint/sdk/ui'
import { Send } from '@spawnpoint/sdk/ui/icons'
import { useEffect } from 'react'

type Invite = NonNullable<ReplyOf<typeof readReferralOverview>['invite']>

const Share = ({ link }: { link: string }) => {
  const t = useT()
  const name = useSetting('app_name')
  // Not every browser can share.
  if (typeof navigator.share !== 'function') return null
  const share = () =>
    navigator
      .share({ title: String(name), text: t('invite.message', { name: String(name) }), url: link })
      // The person closed the browser's dialog.
      .catch(() => undefined)
  return (
    <Button icon={<Send aria-hidden />} onClick={() => void share()}>
      {t('invite.share')}
    </Button>
  )
}

const Ready = ({ code, link }: Invite) => {
  const t = useT()
  return (
    <div className="sp-form">
      <TextField
        label={t('invite.link')}
        name="link"
        value={link}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton value={link} label={t('invite.copyLink')} />
        <CopyButton value={code} label={t('invite.copyCode', { code })} />
        <Share link={link} />
      </div>
    </div>
  )
}

/** Creates the link at the first visit, and shows it. */
export const InviteCard = ({ invite }: { invite: Invite | null | undefined }) => {
  const t = useT()
  const explain = useExplain()
  const { mutate, error, isIdle } = useAction(createReferralCode, { refreshes: [readReferralOverview] })
  const isMissing = invite === null
  useEffect(() => {
    if (isMissing && isIdle) mutate({})
  }, [isMissing, isIdle, mutate])
  if (error) return <ErrorCard message={explain(error)} onRetry={() => mutate({})} />
  return (
    <Card title={t('invite.title')} description={t('invite.text')}>
      {invite ? (
        <Ready {...invite} />
      ) : (
        // As large as the link that will be shown.
        <div className="grid" aria-hidden inert>
          <div className="invisible col-start-1 row-start-1">
            <Ready code="········" link="" />
          </div>
          <Skeleton shape="block" className="col-start-1 row-start-1 h-full" />
        </div>
      )}
    </Card>
  )
}
