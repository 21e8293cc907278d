import { useT } from '@spawnpoint/sdk/browser'
import { defineResourceView, type ViewRow } from '@spawnpoint/sdk/resource/browser'
import { Badge } from '@spawnpoint/sdk/ui'
import { readTags } from '@spawnpoint/contracts/announcements/schemas'
import { Flag } from '@spawnpoint/sdk/ui/icons'
import type { announcements } from '../resource.ts'

type Row = ViewRow<typeof announcements>

const Title = ({ row: { title, pinned } }: { row: Row }) => {
  const t = useT('announcements')
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span className="wrap-anywhere">{title}</span>
      {pinned && (
        <span title={t('feed.pinned')} className="text-accent-text [&_svg]:size-4">
          <Flag aria-hidden />
          <span className="sp-hidden">{t('feed.pinned')}</span>
        </span>
      )}
    </span>
  )
}

const Tags = ({ row: { tags } }: { row: Row }) => (
  <span className="flex flex-wrap gap-1">
    {readTags(tags).map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
  </span>
)

export default defineResourceView<typeof announcements>({
  cells: { title: (row) => <Title row={row} />, tags: (row) => <Tags row={row} /> },
})
