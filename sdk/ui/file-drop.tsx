import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Upload } from './icons.ts'

/** Props of `FileDrop`. @example const props: FileDropProps = { label: 'Attachments', button: 'Choose files', onFiles: (files) => console.log(files.length) } */
export type FileDropProps = {
  label: string
  hint?: string
  /** Label of the button that opens the file dialog. */
  button: string
  onFiles: (files: readonly File[]) => void
  /** Media types that the file dialog offers. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  /** Takes files that are pasted anywhere on the page, too. */
  pasteAnywhere?: boolean
}

const filesOf = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])]

const usePaste = (isOn: boolean, take: (files: readonly File[]) => void) => {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!isOn) return undefined
    const paste = ({ clipboardData }: globalThis.ClipboardEvent) => {
      const files = filesOf(clipboardData)
      if (files.length > 0) latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isOn])
}

/** Takes files by drop, paste and file dialog. @example <FileDrop label="Images" button="Choose images" multiple onFiles={uploads.add} /> */
export const FileDrop = ({
  label,
  hint,
  button,
  onFiles,
  accept,
  multiple = false,
  disabled = false,
  pasteAnywhere = false,
}: FileDropProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: readonly File[]) => {
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  usePaste(pasteAnywhere, take)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over && !disabled)
  }
  const drop = (event: DragEvent) => {
    drag(false)(event)
    take(filesOf(event.dataTransfer))
  }
  const paste = (event: ClipboardEvent) => {
    if (!pasteAnywhere) take(filesOf(event.clipboardData))
  }
  return (
    // The button does the same for who has no pointer.
    <div
      className={classNames(
        'grid justify-items-center gap-2 rounded-xl border border-dashed px-4 py-8 text-center',
        isOver ? 'border-accent bg-hover' : 'border-control bg-sunken',
      )}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <Upload className="size-6 text-muted" aria-hidden />
      <p id={id} className="font-medium">
        {label}
      </p>
      {hint && <p className="sp-hint">{hint}</p>}
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-labelledby={id}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])])
          // The same file again is a change, too.
          currentTarget.value = ''
        }}
      />
      <Button className="mt-1" disabled={disabled} onClick={() => input.current?.click()}>
        {button}
      </Button>
    </div>
  )
}
