import { listAudiences } from '@spawnpoint/contracts/announcements'
import { useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { defineResourceView, type ViewRow } from '@spawnpoint/sdk/resource/browser'
import { Flag } from '@spawnpoint/sdk/ui/icons'
import type { announcements } from '../resource.ts'
import { IncidentStatusBadge } from './incident-parts.tsx'

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

/** An incident has its status with it. */
const Kind = ({ row: { kind, status } }: { row: Row }) => {
  const t = useT('announcements')
  if (status === null) return t(`values.kind.${kind}`)
  return (
    <span className="inline-flex items-center gap-2">
      {t(`values.kind.${kind}`)}
      <IncidentStatusBadge status={status} />
    </span>
  )
}

/** The rest is counted. */
const MOST_NAMES = 2

/** The role or the locations by name, as far as they still exist. */
const Audience = ({ row: { audience, roleId, locationIds } }: { row: Row }) => {
  const t = useT('announcements')
  const { data } = useEndpoint(listAudiences, undefined, { enabled: audience !== 'everyone' })
  const ids: readonly unknown[] = audience === 'role' ? [roleId] : locationIds
  const choices = audience === 'role' ? data?.roles : data?.locations
  const names = ids.flatMap((id) => choices?.find(({ value }) => value === id)?.label ?? [])
  if (audience === 'everyone' || names.length === 0) return t(`values.audience.${audience}`)
  const more = names.length - MOST_NAMES
  return (
    <span title={names.join(', ')}>
      {names.slice(0, MOST_NAMES).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  )
}

export default defineResourceView<typeof announcements>({
  cells: {
    title: (row) => <Title row={row} />,
    kind: (row) => <Kind row={row} />,
    audience: (row) => <Audience row={row} />,
  },
})
