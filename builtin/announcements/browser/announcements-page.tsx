import { useSearchParams, useT } from '@spawnpoint/sdk/browser'
import { Page } from '@spawnpoint/sdk/ui'
import { AnnouncementList } from './announcement-list.tsx'
import { OneAnnouncement } from './one-announcement.tsx'

/** All announcements, or the one that the address names. */
export default function AnnouncementsPage() {
  const t = useT()
  const [query] = useSearchParams()
  const id = query.get('id')
  if (id !== null) return <OneAnnouncement key={id} id={id} />
  return (
    <Page title={t('feed.title')} description={t('feed.description')} width="narrow">
      <AnnouncementList />
    </Page>
  )
}
