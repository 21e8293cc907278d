import { useHost, useT } from '@spawnpoint/sdk/browser'
import { isSecretName } from '@spawnpoint/sdk/common'
import { Button, Code, Empty, IconButton, TextArea } from '@spawnpoint/sdk/ui'
import { Pencil, RefreshCw, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useRef, useState } from 'react'
import { focusOnArrival } from './focus-on-arrival.ts'
import { asJson, redactEntry } from './redact.ts'
import { TabBar } from './tab-bar.tsx'

const Editor = ({
  name,
  value,
  onSave,
  onClose,
}: {
  name: string
  value: string
  onSave: (text: string) => void
  onClose: () => void
}) => {
  const t = useT()
  const [text, setText] = useState(value)
  return (
    <div className="grid gap-2 py-2">
      <TextArea
        ref={focusOnArrival}
        label={t('storage.value', { key: name })}
        className="font-mono text-xs"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex gap-2">
        <Button size="sm" variant="primary" onClick={() => onSave(text)}>
          {t('storage.save')}
        </Button>
        <Button size="sm" onClick={onClose}>
          {t('storage.cancel')}
        </Button>
      </div>
    </div>
  )
}

interface EntryProps {
  readonly name: string
  readonly value: string
  readonly onChange: (text: string | null) => void
}

const Entry = ({ name, value, onChange }: EntryProps) => {
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  const line = useRef<HTMLLIElement>(null)
  const pencil = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    pencil.current?.focus()
  }
  const save = (text: string) => {
    onChange(text)
    close()
  }
  const remove = () => {
    const neighbor = line.current?.nextElementSibling ?? line.current?.previousElementSibling
    neighbor?.querySelector('summary')?.focus()
    onChange(null)
  }
  return (
    <li ref={line} className="border-b border-border py-1 last:border-0">
      <div className="flex items-start gap-2">
        <details className="min-w-0 flex-1">
          <summary className="flex gap-2 py-1 text-xs">
            <span className="min-w-0 flex-1 truncate font-mono">{name}</span>
            <span className="flex-none text-subtle tabular-nums">
              {t('storage.size', { count: value.length })}
            </span>
          </summary>
          <Code block>{asJson(redactEntry(name, value))}</Code>
        </details>
        {!isSecretName(name) && (
          <IconButton
            ref={pencil}
            size="sm"
            aria-expanded={isEditing}
            label={t('storage.edit', { key: name })}
            tooltip={false}
            icon={<Pencil />}
            onClick={() => setEditing(!isEditing)}
          />
        )}
        <IconButton
          size="sm"
          label={t('storage.remove', { key: name })}
          tooltip={false}
          icon={<Trash2 />}
          onClick={remove}
        />
      </div>
      {isEditing && <Editor name={name} value={value} onSave={save} onClose={close} />}
    </li>
  )
}

/** The entries of local storage, as they were when last looked at; the shell follows what is changed here. */
const StorageTab = () => {
  const t = useT()
  const { storage } = useHost()
  const [entries, setEntries] = useState(() => storage.entries())
  const reload = useRef<HTMLButtonElement>(null)
  const change = (key: string, text: string | null) => {
    // The last entry has no neighbor that takes the focus.
    if (text === null && entries.length === 1) reload.current?.focus()
    if (text === null) storage.remove(key)
    else storage.set(key, text)
    setEntries(storage.entries())
  }
  const shown = entries.toSorted(([one], [other]) => one.localeCompare(other))
  return (
    <>
      <TabBar data={Object.fromEntries(shown.map(([key, value]) => [key, redactEntry(key, value)]))} />
      <div className="mb-2">
        <Button
          ref={reload}
          size="sm"
          icon={<RefreshCw aria-hidden />}
          onClick={() => setEntries(storage.entries())}
        >
          {t('storage.reload')}
        </Button>
      </div>
      {shown.length === 0 && <Empty title={t('none.storage')} />}
      <ul>
        {shown.map(([key, value]) => (
          <Entry key={key} name={key} value={value} onChange={(text) => change(key, text)} />
        ))}
      </ul>
    </>
  )
}

export default StorageTab
