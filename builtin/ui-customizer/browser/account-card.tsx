import { useT } from '@spawnpoint/sdk/browser'
import { Button, Card } from '@spawnpoint/sdk/ui'
import { Palette } from '@spawnpoint/sdk/ui/icons'
import { panel } from './panel-store.ts'

/** The way to the panel from the page of the account. */
export default function AccountCard() {
  const t = useT()
  return (
    <Card title={t('title')} description={t('lead')}>
      <Button icon={<Palette aria-hidden />} onClick={() => panel.setState({ isOpen: true })}>
        {t('open')}
      </Button>
    </Card>
  )
}
