import type { Headline } from '@spawnpoint/contracts/announcements/schemas'
import { joinSentences, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { IconButton, TextLink } from '@spawnpoint/sdk/ui'
import { AlertTriangle, CircleCheck, Megaphone, X } from '@spawnpoint/sdk/ui/icons'
import { IncidentStatusBadge } from './incident-parts.tsx'
import { useDismiss } from './use-reading.ts'

/** An open incident stands out from news. */
const framesOf = (status: Headline['status']) => {
  if (status === null) return ['', Megaphone] as const
  if (status === 'resolved') return ['border-success', CircleCheck] as const
  return status === 'investigating'
    ? (['border-danger', AlertTriangle] as const)
    : (['border-warning', AlertTriangle] as const)
}

const iconTones: Readonly<Record<string, string>> = {
  '': 'text-accent-text',
  'border-success': 'text-success',
  'border-danger': 'text-danger',
  'border-warning': 'text-warning',
}

/** The announcement or incident at the top of the dashboard. */
const HeadlineCard = ({ headline }: { headline: Headline }) => {
  const t = useT()
  const explain = useExplain()
  const host = useHost()
  const { mutate, isPending } = useDismiss()
  const { id, title, summary, status, servers } = headline
  const [frame, HeadlineIcon] = framesOf(status)
  const dismiss = () =>
    mutate(
      { params: { id } },
      { onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }) },
    )
  return (
    <section
      aria-label={t(status === null ? 'headline.label' : 'headline.incident')}
      className={`sp-card mb-4 flex items-start gap-3 p-4 ${frame}`}
    >
      <span aria-hidden className={`mt-0.5 [&_svg]:size-5 ${iconTones[frame]}`}>
        <HeadlineIcon />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold wrap-anywhere">{title}</h2>
          {status !== null && <IncidentStatusBadge status={status} />}
        </div>
        <p className="text-sm text-muted wrap-anywhere">
          {joinSentences([
            summary,
            status !== null && status !== 'resolved' && servers > 0
              ? t('incident.servers', { count: servers })
              : null,
          ])}
        </p>
        <TextLink to={`${host.pathTo('announcements')}?id=${id}`} className="text-sm">
          {t(status === null ? 'headline.open' : 'headline.follow')}
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

export default HeadlineCard
