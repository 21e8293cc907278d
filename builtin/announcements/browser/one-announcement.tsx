import { showAnnouncement } from '@spawnpoint/contracts/announcements'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, LinkButton, Markdown, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { ArrowLeft, Megaphone } from '@spawnpoint/sdk/ui/icons'
import { useEffect } from 'react'
import { AnnouncementMeta } from './announcement-meta.tsx'
import { AffectedPlaces, IncidentTimeline } from './incident-parts.tsx'
import { useRead } from './use-reading.ts'

const MINUTE_MS = 60_000

/** One announcement with its text; opening it marks it as read. */
export const OneAnnouncement = ({ id }: { id: string }) => {
  const t = useT()
  const { pathTo } = useHost()
  // An incident moves on while its page is open.
  const query = useEndpoint(showAnnouncement, { params: { id } }, { refetchEvery: MINUTE_MS })
  const { mutate, isIdle } = useRead()
  const item = query.data?.item
  const isNew = item?.unread === true && isIdle
  useEffect(() => {
    if (isNew) mutate({ params: { id } })
  }, [isNew, mutate, id])
  const back = (
    <LinkButton to={pathTo('announcements')} icon={<ArrowLeft aria-hidden />}>
      {t('feed.all')}
    </LinkButton>
  )
  return (
    <Page
      title={item?.title ?? t('feed.title')}
      {...(item && { subject: item.title })}
      width="narrow"
      actions={back}
    >
      <Loaded
        query={query}
        loading={
          <Card>
            <Skeleton lines={8} />
          </Card>
        }
        gone={
          <Card>
            <Empty icon={<Megaphone />} title={t('feed.gone')} text={t('feed.goneText')} action={back} />
          </Card>
        }
      >
        {({ item: shown }) => (
          <>
            <Card>
              <div className="flex flex-col gap-4">
                <AnnouncementMeta item={shown} />
                <p className="text-lg text-muted wrap-anywhere">{shown.summary}</p>
                {shown.incident && <AffectedPlaces incident={shown.incident} />}
                {shown.body && <Markdown text={shown.body} author="staff" />}
              </div>
            </Card>
            {shown.incident && (
              <Card title={t('incident.updates')}>
                <IncidentTimeline updates={shown.updates} />
              </Card>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
