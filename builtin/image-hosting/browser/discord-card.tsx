import type { EmbedSettings } from '@spawnpoint/contracts/image-hosting'
import { cutBytes, embedBytes, fillText } from '@spawnpoint/contracts/image-hosting/schemas'
import { useT } from '@spawnpoint/sdk/browser'
import { Image } from '@spawnpoint/sdk/ui/icons'
import { useId } from 'react'

/** The card that Discord draws from the page of an image: the same texts, cut at the same bytes. */
export const DiscordCard = ({
  settings,
  values,
  host,
}: {
  settings: EmbedSettings
  values: Parameters<typeof fillText>[1]
  host: string
}) => {
  const t = useT()
  const id = useId()
  const cut = (text: string, most: number) => cutBytes(fillText(text, values), most)
  const { enabled, color } = settings
  const picture = (
    <div className="grid aspect-video w-full place-items-center rounded-md bg-hover text-muted">
      <Image className="size-8" aria-hidden />
    </div>
  )
  return (
    <figure className="min-w-0" aria-labelledby={id}>
      <figcaption id={id} className="sp-label mb-2">
        {t('embed.preview')}
      </figcaption>
      <p className="mb-2 truncate text-sm text-accent-text">{`https://${host}/i/aB3dE6gH9k`}</p>
      {enabled ? (
        <div className="flex max-w-md overflow-hidden rounded-md bg-sunken">
          <svg className="w-1 flex-none" preserveAspectRatio="none" viewBox="0 0 1 1" aria-hidden>
            <rect width="1" height="1" fill={color} />
          </svg>
          <div className="grid min-w-0 flex-1 gap-1 p-3 break-words">
            {settings.siteName && (
              <p className="text-xs text-muted">{cut(settings.siteName, embedBytes.siteName)}</p>
            )}
            {settings.author && (
              <p className="text-sm font-medium">{cut(settings.author, embedBytes.siteName)}</p>
            )}
            {settings.title && (
              <p className="font-semibold text-accent-text">{cut(settings.title, embedBytes.title)}</p>
            )}
            {settings.description && (
              <p className="text-sm">{cut(settings.description, embedBytes.description)}</p>
            )}
            <div className="mt-1">{picture}</div>
          </div>
        </div>
      ) : (
        <div className="max-w-md">{picture}</div>
      )}
    </figure>
  )
}
