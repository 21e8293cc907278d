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
    // In line, so that a title that is too long for a phone ends in dots.
    <>
      {pinned && (
        <span title={t('feed.pinned')} className="me-1.5 text-accent-text [&_svg]:inline [&_svg]:size-4">
          <Flag aria-hidden />
          <span className="sp-hidden">{t('feed.pinned')}</span>
        </span>
      )}
      <span className="wrap-anywhere">{title}</span>
    </>
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
