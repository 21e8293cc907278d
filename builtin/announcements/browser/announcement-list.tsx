import { listAnnouncements } from '@spawnpoint/contracts/announcements'
import { Link, useHost, useSearchParams, useSession, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, Empty, Pagination, Select, Skeleton, Toolbar } from '@spawnpoint/sdk/ui'
import { Check, Megaphone } from '@spawnpoint/sdk/ui/icons'
import { AnnouncementMeta, type Item } from './announcement-meta.tsx'
import { AffectedPlaces } from './incident-parts.tsx'
import { useReadAll } from './use-reading.ts'

const MINUTE_MS = 60_000

const Entry = ({ item }: { item: Item }) => {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <article className="sp-card relative flex flex-col gap-3 p-5 transition-colors hover:bg-hover">
      <div className="flex min-w-0 items-start gap-2">
        {item.unread && <span aria-hidden className="mt-2 size-2 flex-none rounded-full bg-accent" />}
        <div className="min-w-0">
          <h2 className={`text-lg wrap-anywhere ${item.unread ? 'font-semibold' : 'font-medium'}`}>
            {/* The whole card opens it. */}
            <Link to={`${pathTo('announcements')}?id=${item.id}`} className="after:absolute after:inset-0">
              {item.title}
            </Link>
            {item.unread && <span className="sp-hidden"> {t('feed.unread')}</span>}
          </h2>
          <p className="mt-1 text-muted wrap-anywhere">{item.summary}</p>
          {item.incident && <AffectedPlaces incident={item.incident} />}
        </div>
      </div>
      <div className={item.unread ? 'pl-4' : ''}>
        <AnnouncementMeta item={item} />
      </div>
    </article>
  )
}

const Waiting = () => (
  <div className="grid gap-3">
    {[0, 1, 2].map((at) => (
      <Card key={at}>
        <Skeleton lines={3} />
      </Card>
    ))}
  </div>
)

const ReadAllButton = () => {
  const t = useT()
  const unread = useSession(({ stats }) => stats['unread_announcements'])
  const { mutate, isPending } = useReadAll()
  const isIdle = typeof unread !== 'number' || unread === 0
  return (
    <Button icon={<Check aria-hidden />} loading={isPending} disabled={isIdle} onClick={() => mutate({})}>
      {t('feed.readAll')}
    </Button>
  )
}

const TagFilter = ({
  tags,
  tag,
  onChange,
}: {
  tags: readonly string[]
  tag: string
  onChange: (tag: string) => void
}) => {
  const t = useT()
  const offered = tag === '' || tags.includes(tag) ? tags : [...tags, tag]
  if (offered.length === 0) return null
  return (
    <Select
      label={t('feed.tag')}
      hideLabel
      value={tag}
      options={[
        { value: '', label: t('feed.allTags') },
        ...offered.map((each) => ({ value: each, label: each })),
      ]}
      onChange={({ target: { value } }) => onChange(value)}
    />
  )
}

/** Announcements for the reader: pinned ones first, then the newest. */
export const AnnouncementList = () => {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const [tag, cursor] = [address.get('tag') ?? '', address.get('cursor') ?? '']
  const asked = { ...(tag && { tag }), ...(cursor && { cursor }) }
  const query = useEndpoint(
    listAnnouncements,
    { query: asked },
    { refetchEvery: MINUTE_MS, keepPage: cursor !== '' },
  )
  const turnTo = (next: string) => setAddress({ ...(tag && { tag }), cursor: next })
  return (
    <>
      <Toolbar label={t('feed.title')} end={<ReadAllButton />}>
        <TagFilter
          tags={query.data?.tags ?? []}
          tag={tag}
          onChange={(next) => setAddress(next === '' ? {} : { tag: next }, { replace: true })}
        />
      </Toolbar>
      <Loaded query={query} loading={<Waiting />}>
        {({ items, next, previous }) => (
          <>
            <div className="grid gap-3">
              {items.map((item) => (
                <Entry key={item.id} item={item} />
              ))}
              {items.length === 0 && (
                <Card>
                  <Empty
                    icon={<Megaphone />}
                    title={t(tag ? 'feed.noMatch' : 'feed.empty')}
                    text={t(tag ? 'feed.noMatchText' : 'feed.emptyText')}
                  />
                </Card>
              )}
            </div>
            {(next ?? previous) !== null && (
              <Pagination
                loading={query.isPlaceholderData}
                onPrevious={previous === null ? undefined : () => turnTo(previous)}
                onNext={next === null ? undefined : () => turnTo(next)}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
