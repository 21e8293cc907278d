import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Dialog, Kbd, KeyValue, PluginMark } from '@spawnpoint/sdk/ui'
import { controlKey } from './control-key.ts'

const Keys = ({ shortcut, from }: { shortcut: string; from?: string | undefined }) => {
  const t = useT()
  return (
    <span className="sp-actions">
      <PluginMark text={from} />
      {shortcut.split('+').map((key) => (
        <Kbd key={key}>{key === 'Control' ? controlKey(t) : key}</Kbd>
      ))}
    </span>
  )
}

/** The keys that work on every page, those of commands included. */
export default function ShortcutList({ close }: { close: () => void }) {
  const t = useT()
  const host = useHost()
  const hasSingleKeys = useStore(host.uiSettings, (settings) => settings.singleKeyShortcuts)
  const commands = useStore(host.menu('commands'))
  const all = [
    { label: t('palette.title'), shortcut: 'Control+K' },
    { label: t('shortcuts.home'), shortcut: 'Control+D' },
    ...commands.flatMap(({ label, shortcut, from }) =>
      shortcut === undefined ? [] : [{ label, shortcut, from }],
    ),
    ...(hasSingleKeys ? [{ label: t('shortcuts.title'), shortcut: '?' }] : []),
  ]
  return (
    <Dialog open onClose={close} title={t('shortcuts.title')}>
      <KeyValue items={all.map(({ label, ...keys }) => ({ label, value: <Keys {...keys} /> }))} />
    </Dialog>
  )
}
