import { useT } from '@spawnpoint/sdk/browser'
import { Spinner } from '@spawnpoint/sdk/ui'
import { Upload } from '@spawnpoint/sdk/ui/icons'
import { useState, type DragEvent } from 'react'

/** Takes a package by click, by key or by drop. */
export const PackageFileField = ({ busy, onChoose }: { busy: boolean; onChoose: (file: File) => void }) => {
  const t = useT()
  const [isOver, setOver] = useState(false)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !busy) onChoose(file)
  }
  return (
    // The input within takes clicks and keys; dropping has no other place.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      className={`grid cursor-pointer justify-items-center gap-2 rounded-lg border border-dashed p-8 text-center focus-within:outline-2 focus-within:outline-offset-2 ${
        isOver ? 'border-accent bg-sunken' : 'border-control'
      }`}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      {busy ? <Spinner label={t('install.reading')} /> : <Upload aria-hidden className="size-6 text-muted" />}
      <span className="font-medium">{t(busy ? 'install.reading' : 'install.choose')}</span>
      <span className="text-sm text-muted">{t('install.hint')}</span>
      <input
        type="file"
        className="sp-hidden"
        accept=".zip,application/zip"
        disabled={busy}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again after its author has mended it.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}
