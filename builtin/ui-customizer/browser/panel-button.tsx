import { useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { IconButton } from '@spawnpoint/sdk/ui'
import { Palette } from '@spawnpoint/sdk/ui/icons'
import { panel } from './panel-store.ts'

/** The button of the top bar. A phone has it in the menu of the account. */
export default function PanelButton() {
  const t = useT()
  const isKnown = useSession(({ status }) => status !== 'signed-out')
  const isOpen = useStore(panel, (state) => state.isOpen)
  if (!isKnown) return null
  return (
    <span className="inline-flex max-[40rem]:hidden">
      <IconButton
        label={t('open')}
        icon={<Palette aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => panel.setState({ isOpen: !isOpen })}
      />
    </span>
  )
}
