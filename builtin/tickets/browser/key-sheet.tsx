import { useT } from '@spawnpoint/sdk/browser'
import { Dialog, Kbd, KeyValue } from '@spawnpoint/sdk/ui'

/** One shortcut: its keys, and the message below `keys` that says what it does. */
export interface SheetKey {
  readonly keys: readonly string[]
  readonly does: string
}

const general: readonly SheetKey[] = [
  { keys: ['Ctrl', 'K'], does: 'palette' },
  { keys: ['Ctrl', 'D'], does: 'home' },
  { keys: ['?'], does: 'sheet' },
]

const Lines = ({ all }: { all: readonly SheetKey[] }) => {
  const t = useT()
  return (
    <KeyValue
      items={all.map(({ keys, does }) => ({
        label: t(`keys.${does}`),
        value: (
          <span className="inline-flex gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </span>
        ),
      }))}
    />
  )
}

/** The keys of a page, and those that work everywhere. */
export const KeySheet = ({ own, onClose }: { own: readonly SheetKey[]; onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog open onClose={onClose} title={t('keys.title')} description={t('keys.off')}>
      <div className="grid gap-5">
        <section className="grid gap-2" aria-label={t('keys.here')}>
          <h3 className="text-sm font-semibold">{t('keys.here')}</h3>
          <Lines all={own} />
        </section>
        <section className="grid gap-2" aria-label={t('keys.everywhere')}>
          <h3 className="text-sm font-semibold">{t('keys.everywhere')}</h3>
          <Lines all={general} />
        </section>
      </div>
    </Dialog>
  )
}
