import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
} from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Paperclip, Upload } from './icons.ts'

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
  /** An editor that files are dropped on and pasted into, too: what is said about them becomes one line below it. */
  children?: ReactNode
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

/** The area around the button, as a box or as one line. */
const boxLook = {
  area: 'grid justify-items-center gap-2 rounded-xl border border-dashed px-4 py-8 text-center',
  idle: 'border-control bg-sunken',
  over: 'border-accent bg-hover',
}
const lineLook = {
  area: 'grid gap-2 rounded-lg',
  // With forced colors even a transparent outline is drawn.
  idle: '',
  over: 'outline-2 outline-offset-4 outline-dashed outline-accent',
}

type Taking = Pick<FileDropProps, 'onFiles' | 'multiple' | 'disabled' | 'pasteAnywhere'>

const useDrop = ({ onFiles, multiple = false, disabled = false, pasteAnywhere = false }: Taking) => {
  const [isOver, setOver] = useState(false)
  const take = (files: readonly File[]) => {
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  usePaste(pasteAnywhere, take)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over && !disabled)
  }
  const area = {
    onDragOver: drag(true),
    onDragLeave: drag(false),
    onDrop: (event: DragEvent) => {
      drag(false)(event)
      take(filesOf(event.dataTransfer))
    },
    onPaste: (event: ClipboardEvent) => {
      if (!pasteAnywhere) take(filesOf(event.clipboardData))
    },
  }
  return { isOver, take, area }
}

/**
 * Takes files by drop, paste and file dialog; around an editor, with its children.
 *
 * @example <FileDrop label="Images" button="Choose images" multiple onFiles={uploads.add} />
 */
export const FileDrop = (props: FileDropProps) => {
  const { label, hint, button, accept, multiple = false, disabled = false, children } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isOver, take, area } = useDrop(props)
  const look = children === undefined ? boxLook : lineLook
  const isLine = look === lineLook
  return (
    // The button does the same for who has no pointer.
    <div className={classNames(look.area, isOver ? look.over : look.idle)} {...area}>
      {children}
      {!isLine && <Upload className="size-6 text-muted" aria-hidden />}
      <p id={id} className={isLine ? 'sr-only' : 'font-medium'}>
        {label}
      </p>
      {!isLine && hint && <p className="sp-hint">{hint}</p>}
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
      <div className={isLine ? 'flex flex-wrap items-center gap-x-3 gap-y-1' : 'mt-1'}>
        <Button
          size={isLine ? 'sm' : 'md'}
          disabled={disabled}
          onClick={() => input.current?.click()}
          {...(isLine && { icon: <Paperclip aria-hidden /> })}
        >
          {button}
        </Button>
        {isLine && hint && <p className="sp-hint">{hint}</p>}
      </div>
    </div>
  )
}
