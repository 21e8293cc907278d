import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, Code, Empty, IconButton } from '@spawnpoint/sdk/ui'
import { RefreshCw, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { asJson, redactEntry } from './redact.ts'
import { TabBar } from './tab-bar.tsx'

/** The entries of local storage, as they were when last looked at. */
const StorageTab = () => {
  const t = useT()
  const { storage } = useHost()
  const [entries, setEntries] = useState(() => storage.entries())
  const remove = (key: string) => {
    storage.remove(key)
    setEntries(storage.entries())
  }
  const shown = entries
    .map(([key, value]) => ({ key, bytes: value.length, value: redactEntry(key, value) }))
    .toSorted((a, b) => a.key.localeCompare(b.key))
  return (
    <>
      <TabBar data={Object.fromEntries(shown.map(({ key, value }) => [key, value]))} />
      <div className="mb-2">
        <Button size="sm" icon={<RefreshCw aria-hidden />} onClick={() => setEntries(storage.entries())}>
          {t('storage.reload')}
        </Button>
      </div>
      {shown.length === 0 && <Empty title={t('none.storage')} />}
      <ul>
        {shown.map(({ key, bytes, value }) => (
          <li key={key} className="flex items-start gap-2 border-b border-border py-1 last:border-0">
            <details className="min-w-0 flex-1">
              <summary className="flex gap-2 py-1 text-xs">
                <span className="min-w-0 flex-1 truncate font-mono">{key}</span>
                <span className="flex-none text-subtle tabular-nums">
                  {t('storage.size', { count: bytes })}
                </span>
              </summary>
              <Code block>{asJson(value)}</Code>
            </details>
            <IconButton
              size="sm"
              label={t('storage.remove', { key })}
              tooltip={false}
              icon={<Trash2 />}
              onClick={() => remove(key)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

export default StorageTab
