import { readUsage, uploadImage, type UploadedImage } from '@spawnpoint/contracts/image-hosting'
import { pictureTypes } from '@spawnpoint/contracts/pictures/schemas'
import {
  createUploads,
  sendFile,
  useExplain,
  useHost,
  useStore,
  useT,
  type UploadItem,
  type Uploads,
} from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Card,
  CopyButton,
  FileDrop,
  IconButton,
  LinkButton,
  ProgressBar,
  Status,
  type Tone,
} from '@spawnpoint/sdk/ui'
import { Image, RefreshCw, X } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'
import { HostingPage } from './hosting-page.tsx'
import { pathOf } from './path-of.ts'
import { UsageCard } from './usage-card.tsx'
import { useSize } from './use-size.ts'

type Item = UploadItem<UploadedImage>

const tones: Readonly<Record<Item['state'], Tone>> = {
  waiting: 'neutral',
  sending: 'info',
  done: 'success',
  failed: 'danger',
}

const Line = ({ item, uploads }: { item: Item; uploads: Uploads<UploadedImage> }) => {
  const t = useT()
  const explain = useExplain()
  const size = useSize()
  const { file, state, share, reply, error } = item
  const name = file.name
  const isOpen = state === 'waiting' || state === 'sending'
  return (
    <li className="flex min-w-0 items-center gap-3 py-3">
      <span className="grid size-12 flex-none place-items-center overflow-hidden rounded-lg border border-border bg-sunken text-muted">
        {reply ? (
          <img src={pathOf(reply.thumbnailUrl)} alt="" className="size-full object-cover" />
        ) : (
          <Image aria-hidden />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        {state === 'sending' ? (
          <ProgressBar label={t('upload.progress', { name })} value={share} hideLabel />
        ) : (
          <p className={state === 'failed' ? 'text-sm text-danger' : 'sp-hint'}>
            {state === 'failed'
              ? explain(error)
              : [size(file.size), reply && reply.coins > 0 && t('upload.earned', { count: reply.coins })]
                  .filter(Boolean)
                  .join(' · ')}
          </p>
        )}
      </div>
      {reply?.underReview ? (
        <Status tone="warning">{t('page.underReview')}</Status>
      ) : (
        <Status tone={tones[state]}>
          {t(`upload.${state === 'sending' && share === 1 ? 'processing' : state}`)}
        </Status>
      )}
      <span className="flex flex-none">
        {reply && <CopyButton value={reply.url} label={t('card.copy')} iconOnly />}
        {state === 'failed' && (
          <IconButton
            size="sm"
            label={t('upload.retry', { name })}
            icon={<RefreshCw aria-hidden />}
            onClick={() => uploads.retry(item.key)}
          />
        )}
        <IconButton
          size="sm"
          label={t(isOpen ? 'upload.cancel' : 'upload.dismiss', { name })}
          icon={<X aria-hidden />}
          onClick={() => uploads.remove(item.key)}
        />
      </span>
    </li>
  )
}

/** Uploads of this page; they end with it. */
function useImageUploads(): Uploads<UploadedImage> {
  const [uploads] = useState(() =>
    createUploads<UploadedImage>((file, { onProgress, signal }) =>
      sendFile(uploadImage, { file, onProgress, signal }),
    ),
  )
  useEffect(() => () => uploads.stop(), [uploads])
  useUnsavedGuard(useStore(uploads.items, (items) => items.some(({ state }) => state !== 'done')))
  return uploads
}

const List = ({ uploads }: { uploads: Uploads<UploadedImage> }) => {
  const t = useT()
  const items = useStore(uploads.items)
  const links = items.flatMap(({ reply }) => reply?.url ?? [])
  if (items.length === 0) return null
  return (
    <Card
      title={t('upload.list')}
      {...(links.length > 1 && {
        actions: <CopyButton value={links.join('\n')} label={t('upload.copyAll')} iconOnly={false} />,
      })}
    >
      <ul className="divide-y divide-border">
        {items.map((item) => (
          <Line key={item.key} item={item} uploads={uploads} />
        ))}
      </ul>
    </Card>
  )
}

/** The usage is read again once something was uploaded, and the balance once something was earned. */
const useRefresh = (uploads: Uploads<UploadedImage>) => {
  const { refreshSession } = useHost()
  const earned = useStore(uploads.items, (items) =>
    items.reduce((sum, { reply }) => sum + (reply?.coins ?? 0), 0),
  )
  useEffect(() => {
    if (earned > 0) void refreshSession('refresh')
  }, [earned, refreshSession])
  const done = useStore(uploads.items, (items) => items.filter(({ state }) => state === 'done').length)
  const usage = useEndpoint(readUsage)
  const { refetch } = usage
  useEffect(() => {
    if (done > 0) void refetch()
  }, [done, refetch])
  return usage
}

const Uploading = () => {
  const t = useT()
  const size = useSize()
  const uploads = useImageUploads()
  const { data } = useRefresh(uploads)
  return (
    <>
      <FileDrop
        label={t('upload.drop')}
        hint={[
          t('upload.hint', { size: data ? size(data.largestFile) : '…' }),
          data?.coins && t('upload.pays', { count: data.coins.each }),
        ]
          .filter(Boolean)
          .join(' · ')}
        button={t('upload.choose')}
        accept={pictureTypes}
        multiple
        pasteAnywhere
        onFiles={uploads.add}
      />
      <List uploads={uploads} />
      <UsageCard />
    </>
  )
}

export default function UploadPage() {
  const t = useT()
  const host = useHost()
  return (
    <HostingPage
      title={t('upload.title')}
      description={t('upload.description')}
      crumbs={[{ label: t('page.title'), to: host.pathTo('images') }, { label: t('upload.title') }]}
      actions={<LinkButton to={host.pathTo('images')}>{t('upload.back')}</LinkButton>}
    >
      <Uploading />
    </HostingPage>
  )
}
