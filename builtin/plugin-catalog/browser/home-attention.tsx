import { useOpenPath, useT, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useCatalog } from './use-catalog.ts'

/** Plugins with a newer version, and catalogs that could not be read. */
export default function CatalogAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const path = useOpenPath()('plugin-catalog')
  const { data } = useCatalog()
  if (!data) return <Lines items={undefined} />
  const updates = data.plugins.filter(({ state }) => state === 'update')
  const unread = data.catalogs.filter(({ problem }) => problem !== null)
  const to = path && `${path}?show=update`
  return (
    <Lines
      items={[
        ...(updates.length > 0
          ? [
              {
                id: 'updates',
                tone: 'warning' as const,
                title: t('attention.updates', { count: updates.length }),
                text: updates.map(({ title, version }) => `${title} ${version}`).join(', '),
                action: t('attention.open'),
                to,
              },
            ]
          : []),
        ...unread.map(({ url, name, problem }) => ({
          id: url,
          tone: 'warning' as const,
          title: t('attention.unread', { name: name ?? url }),
          text: t(`reasons.${problem}`),
          action: t('attention.open'),
          to: path,
        })),
      ]}
    />
  )
}
