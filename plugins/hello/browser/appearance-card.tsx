import { usePlugin } from '@spawnpoint/sdk/browser'
import { Card, Switch } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import manifest from '../manifest.ts'

/** A card below "Language and appearance" of the account; what is chosen stays in the browser. */
export default function AppearanceCard() {
  const { t, storage } = usePlugin(manifest)
  const [isLarge, setLarge] = useState(storage.get('large') === 'yes')
  const change = (next: boolean) => {
    storage.set('large', next ? 'yes' : 'no')
    setLarge(next)
  }
  return (
    <Card title={t('appearance.title')}>
      <Switch
        label={t('appearance.large')}
        checked={isLarge}
        onChange={({ target }) => change(target.checked)}
      />
    </Card>
  )
}
