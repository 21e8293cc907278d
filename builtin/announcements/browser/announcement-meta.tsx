import type { listAnnouncements } from '@spawnpoint/contracts/announcements'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Avatar, Badge } from '@spawnpoint/sdk/ui'
import { Flag } from '@spawnpoint/sdk/ui/icons'
import { IncidentStatusBadge } from './incident-parts.tsx'

export type Item = ReplyOf<typeof listAnnouncements>['items'][number]

/** The author, the date and the marks of an announcement. */
export const AnnouncementMeta = ({ item }: { item: Item }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const { author, publishedAt, tags, pinned, incident } = item
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      {author && (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar id={author.id} name={author.name} src={author.avatar} size="sm" />
          <span className="truncate">{author.name}</span>
        </span>
      )}
      <time dateTime={publishedAt} title={dateTime(publishedAt)}>
        {ago(publishedAt)}
      </time>
      {incident && <IncidentStatusBadge status={incident.status} />}
      {pinned && (
        <Badge tone="accent" icon={<Flag aria-hidden />}>
          {t('feed.pinned')}
        </Badge>
      )}
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </div>
  )
}
