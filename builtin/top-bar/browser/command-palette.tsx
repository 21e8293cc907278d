import { useHost, useT, type MenuEntry } from '@spawnpoint/sdk/browser'
import { Dialog, Kbd } from '@spawnpoint/sdk/ui'
import { Command } from 'cmdk'
import { usePaletteItems } from './palette-items.ts'
import { scoreEntry } from './palette-score.ts'
import './command-palette.css'

const Items = ({
  heading,
  items,
  choose,
}: {
  heading: string
  items: readonly MenuEntry[]
  choose: (item: MenuEntry) => void
}) => {
  if (items.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {items.map((item) => (
        <Command.Item
          key={item.id}
          value={item.id}
          keywords={[item.label, item.path]}
          onSelect={() => choose(item)}
          className="palette-item"
        >
          <span>{item.label}</span>
          {item.shortcut && <Kbd>{item.shortcut}</Kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

const score = (_id: string, typed: string, [label = '', path = '']: readonly string[] = []): number =>
  scoreEntry(typed, label, path)

/** Ctrl+K: type, arrows, Enter. Searches what is here, not the server. */
export default function CommandPalette({ close }: { close: () => void }) {
  const t = useT()
  const host = useHost()
  const { commands, pages, admin } = usePaletteItems()
  const choose = ({ path }: MenuEntry): void => {
    close()
    host.navigate(path)
  }
  return (
    <Dialog open onClose={close} title={t('palette.title')} size="lg">
      <Command label={t('palette.title')} className="palette" filter={score}>
        <Command.Input className="sp-input" placeholder={t('palette.placeholder')} data-autofocus="" />
        <Command.List className="palette-list">
          <Command.Empty className="palette-empty">{t('palette.empty')}</Command.Empty>
          <Items heading={t('palette.commands')} items={commands} choose={choose} />
          <Items heading={t('palette.pages')} items={pages} choose={choose} />
          <Items heading={t('palette.admin')} items={admin} choose={choose} />
        </Command.List>
      </Command>
    </Dialog>
  )
}
