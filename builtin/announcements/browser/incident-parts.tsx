import type { showAnnouncement } from '@spawnpoint/contracts/announcements'
import type { IncidentStatus } from '@spawnpoint/contracts/announcements/schemas'
import { joinSentences, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Markdown, Status, type Tone } from '@spawnpoint/sdk/ui'

export const incidentTones: Readonly<Record<IncidentStatus, Tone>> = {
  investigating: 'danger',
  identified: 'warning',
  monitoring: 'info',
  resolved: 'success',
}

type Update = ReplyOf<typeof showAnnouncement>['item']['updates'][number]
type Incident = NonNullable<ReplyOf<typeof showAnnouncement>['item']['incident']>

export const IncidentStatusBadge = ({ status }: { status: IncidentStatus }) => {
  const t = useT('announcements')
  return <Status tone={incidentTones[status]}>{t(`values.status.${status}`)}</Status>
}

/** The locations it affects, and how many servers of the reader. */
export const AffectedPlaces = ({ incident: { locations, status } }: { incident: Incident }) => {
  const t = useT()
  if (locations.length === 0) return null
  const servers = locations.reduce((sum, place) => sum + place.servers, 0)
  return (
    <p className="text-sm text-muted">
      {joinSentences([
        t('incident.places', { places: locations.map(({ name }) => name).join(' · ') }),
        servers > 0 && status !== 'resolved' ? t('incident.servers', { count: servers }) : null,
      ])}
    </p>
  )
}

/** The updates of an incident, newest first. */
export const IncidentTimeline = ({ updates }: { updates: readonly Update[] }) => {
  const t = useT('announcements')
  const { ago, dateTime } = useFormat()
  if (updates.length === 0) return <p className="text-muted">{t('incident.none')}</p>
  return (
    <ol className="flex flex-col gap-5">
      {updates.map(({ id, status, text, at, author }) => (
        <li key={id} className="flex flex-col gap-2 border-l-2 border-border pl-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <IncidentStatusBadge status={status} />
            <time dateTime={at} title={dateTime(at)}>
              {ago(at)}
            </time>
            {author !== null && <span>{author}</span>}
          </div>
          <Markdown text={text} author="staff" />
        </li>
      ))}
    </ol>
  )
}
