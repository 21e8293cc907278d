import type { MenuItem } from '@spawnpoint/sdk/ui'
import { Check } from '@spawnpoint/sdk/ui/icons'

/** An entry of a menu that offers one of several. */
export const choiceItem = (id: string, label: string, isChosen: boolean, onSelect: () => void): MenuItem => ({
  id,
  label,
  // Unseen beside the others, so that all names begin at one line.
  icon: <Check aria-hidden className={isChosen ? '' : 'invisible'} />,
  onSelect,
})
