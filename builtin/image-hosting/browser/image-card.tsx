import type { HostedImage } from '@spawnpoint/contracts/image-hosting'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Badge, CopyButton } from '@spawnpoint/sdk/ui'
import { ExternalLink, EyeOff, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { pathOf } from './path-of.ts'
import { useSize } from './use-size.ts'

interface CardProps {
  readonly image: HostedImage
  readonly selected: boolean
  readonly onSelect: () => void
}

const isHiddenImage = ({ deletedAt, underReview }: HostedImage) => deletedAt !== null || underReview

const Picture = ({ image, selected, onSelect }: CardProps) => {
  const t = useT()
  const isDeleted = image.deletedAt !== null
  return (
    <div className="relative grid aspect-video place-items-center overflow-hidden bg-sunken">
      {isDeleted && <Trash2 className="size-6 text-subtle" aria-hidden />}
      {!isDeleted && image.underReview && <EyeOff className="size-6 text-subtle" aria-hidden />}
      {!isHiddenImage(image) && (
        <img
          // Loaded as it comes near, by the setting "Lazy loading".
          data-src={pathOf(image.thumbnailUrl)}
          alt=""
          width={image.width}
          height={image.height}
          className="size-full object-cover"
        />
      )}
      <span className="absolute start-2 top-2 grid rounded-md bg-surface p-1">
        <input
          type="checkbox"
          className="sp-check"
          aria-label={t('card.select', { name: image.title })}
          checked={selected}
          onChange={onSelect}
        />
      </span>
      {(image.underReview || image.animated) && (
        <span className="absolute end-2 top-2">
          {image.underReview ? (
            <Badge tone="warning">{t('page.underReview')}</Badge>
          ) : (
            <Badge>{t('page.animated')}</Badge>
          )}
        </span>
      )}
    </div>
  )
}

const Links = ({ image }: Pick<CardProps, 'image'>) => {
  const t = useT()
  return (
    <span className="-ms-2 flex flex-none sm:ms-0">
      <CopyButton value={image.url} label={t('card.copy')} iconOnly />
      <a
        className="sp-button sp-button-ghost sp-button-icon sp-button-sm"
        href={pathOf(image.url)}
        target="_blank"
        rel="noreferrer"
        aria-label={`${t('card.open')}: ${image.title}`}
        title={t('card.open')}
      >
        <ExternalLink aria-hidden />
      </a>
    </span>
  )
}

/** One image of the grid, with its links. */
export const ImageCard = ({ image, selected, onSelect }: CardProps) => {
  const size = useSize()
  const { ago, dateTime } = useFormat()
  const facts = `${size(image.bytes)} · ${image.width} × ${image.height}`
  return (
    <li
      className={`sp-card flex min-w-0 flex-col overflow-hidden ${selected ? 'outline-2 outline-accent' : ''}`}
    >
      <Picture {...{ image, selected, onSelect }} />
      <div className="flex min-w-0 flex-1 flex-col gap-1 p-3 sm:flex-row sm:items-start sm:gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={image.title}>
            {image.title}
          </p>
          <p className="sp-hint truncate" title={facts}>
            {facts}
          </p>
          <p className="sp-hint truncate" title={dateTime(image.at)}>
            {image.uploadedBy === null ? ago(image.at) : `${ago(image.at)} · ${image.uploadedBy}`}
          </p>
        </div>
        {!isHiddenImage(image) && <Links image={image} />}
      </div>
    </li>
  )
}
