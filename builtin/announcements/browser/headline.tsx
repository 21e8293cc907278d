import type { Headline } from '@spawnpoint/contracts/announcements/schemas'
import { useExplain, useHost, useSession, useT } from '@spawnpoint/sdk/browser'
import { IconButton, TextLink } from '@spawnpoint/sdk/ui'
import { Megaphone, X } from '@spawnpoint/sdk/ui/icons'
import { useDismiss } from './use-reading.ts'

const isHeadline = (value: unknown): value is Headline =>
  typeof value === 'object' && value !== null && 'id' in value && 'title' in value && 'summary' in value

/** On the dashboard: the pinned or the newest unread announcement. It comes with the session and costs no call. */
export default function HeadlinePart() {
  const t = useT()
  const explain = useExplain()
  const host = useHost()
  const headline = useSession(({ stats }) => stats['announcement_headline'])
  // Without the session it isn't known whether there is one: the page below waits, so that nothing moves.
  const isKnown = useSession(({ user }) => user['uuid'] !== undefined)
  const { mutate, isPending } = useDismiss()
  if (!isKnown) return <div hidden className="[&~*]:invisible" />
  if (!isHeadline(headline)) return null
  const { id, title, summary } = headline
  const dismiss = () =>
    mutate(
      { params: { id } },
      { onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }) },
    )
  return (
    <section aria-label={t('headline.label')} className="sp-card mb-4 flex items-start gap-3 p-4">
      <span aria-hidden className="mt-0.5 text-accent-text [&_svg]:size-5">
        <Megaphone />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold wrap-anywhere">{title}</h2>
        <p className="text-sm text-muted wrap-anywhere">{summary}</p>
        <TextLink to={`${host.pathTo('announcements')}?id=${id}`} className="text-sm">
          {t('headline.open')}
        </TextLink>
      </div>
      <IconButton
        label={t('headline.dismiss')}
        size="sm"
        icon={<X aria-hidden />}
        loading={isPending}
        onClick={dismiss}
      />
    </section>
  )
}
