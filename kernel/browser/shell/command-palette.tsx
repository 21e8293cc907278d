import { SHELL, useStore, useT } from '@spawnpoint/sdk/browser'
import { Dialog, Kbd } from '@spawnpoint/sdk/ui'
import { Command } from 'cmdk'
import { useEffect, useMemo } from 'react'
import { useKernel } from '../app/kernel-context.tsx'
import { deriveStore } from '../derive-store.ts'
import { findPaletteItems, type PaletteItem } from './palette-items.ts'
import { scoreEntry } from './palette-score.ts'

const Items = ({
  heading,
  items,
  choose,
}: {
  heading: string
  items: readonly PaletteItem[]
  choose: (item: PaletteItem) => void
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
          className="shell-palette-item"
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
export const CommandPalette = ({ close }: { close: () => void }) => {
  const t = useT(SHELL)
  const kernel = useKernel()
  useEffect(() => void kernel.messages.loadAdmin(), [kernel])
  // Plugins and messages arrive while it is open.
  const found = useMemo(
    () => deriveStore([kernel.registry.contributions, kernel.host.routes], () => findPaletteItems(kernel)),
    [kernel],
  )
  const { commands, pages, admin } = useStore(found)
  const choose = ({ path }: PaletteItem): void => {
    close()
    kernel.navigation.navigate(path)
  }
  return (
    <Dialog open onClose={close} title={t('palette.title')} size="lg">
      <Command label={t('palette.title')} className="shell-palette" filter={score}>
        <Command.Input className="sp-input" placeholder={t('palette.placeholder')} data-autofocus="" />
        <Command.List className="shell-palette-list">
          <Command.Empty className="shell-palette-empty">{t('palette.empty')}</Command.Empty>
          <Items heading={t('palette.commands')} items={commands} choose={choose} />
          <Items heading={t('palette.pages')} items={pages} choose={choose} />
          <Items heading={t('palette.admin')} items={admin} choose={choose} />
        </Command.List>
      </Command>
    </Dialog>
  )
}
