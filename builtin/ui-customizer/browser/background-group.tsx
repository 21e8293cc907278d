import { BACKGROUND_SLOT } from '@spawnpoint/contracts/ui-customizer'
import { useContributions, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Alert } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { SettingGroup } from './setting-group.tsx'

/** The picture as it is, whatever its opacity; one that is gone leaves the pages without a word. */
const Picture = ({ path }: { path: string }) => {
  const t = useT()
  const [missing, setMissing] = useState('')
  if (missing === path) return <Alert tone="warning">{t('background.missing')}</Alert>
  return (
    <img
      src={path}
      alt={t('background.preview')}
      className="aspect-video w-full rounded-md border border-border object-cover"
      onError={() => setMissing(path)}
    />
  )
}

/** The picture behind every page: other plugins lead to where it is chosen, or an import brought it. */
export const BackgroundGroup = () => {
  const picture = useStore(useHost().uiSettings, ({ background }) => background.picture)
  const ways = useContributions('slot', BACKGROUND_SLOT)
  if (picture === '' && ways.length === 0) return null
  return (
    <SettingGroup group="background" fields={picture === '' ? [] : ['opacity']}>
      {picture !== '' && <Picture path={picture} />}
      {ways.map(({ id, Component }) => (
        <Component key={id} />
      ))}
    </SettingGroup>
  )
}
