import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import { FieldNotes } from './field.tsx'
import { Image, Upload } from './icons.ts'
import { ProgressBar } from './meter.tsx'

/** Props of `PictureField`. @example const props: PictureFieldProps = { label: 'Logo', src: null, texts: { choose: 'Choose picture', replace: 'Replace picture', remove: 'Remove picture', cancel: 'Cancel upload', uploading: 'Uploading' }, onPick: console.log } */
export type PictureFieldProps = {
  label: string
  hint?: string
  error?: string | undefined
  /** Address of the picture, or null while there is none. */
  src: string | null
  texts: {
    readonly choose: string
    readonly replace: string
    readonly remove: string
    readonly cancel: string
    readonly uploading: string
  }
  accept?: string
  /** Share of the upload that runs, from 0 to 1. */
  progress?: number | null
  onPick: (file: File) => void
  onCancel?: () => void
  onRemove?: () => void
}

/** One picture: chosen, shown, replaced and removed; drops on it are taken too. @example <PictureField label="Logo" src={url} texts={{ choose: 'Choose picture', replace: 'Replace picture', remove: 'Remove picture', cancel: 'Cancel upload', uploading: 'Uploading' }} progress={share} onPick={(file) => void upload(file)} /> */
export const PictureField = ({
  label,
  hint,
  error,
  src,
  texts,
  accept = 'image/*',
  progress = null,
  onPick,
  onCancel,
  onRemove,
}: PictureFieldProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isSending = progress !== null
  const take = (file: File | undefined) => {
    if (file && !isSending) onPick(file)
  }
  return (
    // The button does the same for who has no pointer.
    <div
      className="sp-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      <span id={id} className="sp-label">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-20 flex-none place-items-center overflow-hidden rounded-xl border border-border bg-sunken text-muted">
          {src ? <img src={src} alt="" className="size-full object-cover" /> : <Image aria-hidden />}
        </span>
        {isSending ? (
          <div className="min-w-40 flex-1">
            <ProgressBar label={texts.uploading} value={progress} />
          </div>
        ) : null}
        <div className="sp-actions">
          <input
            ref={input}
            type="file"
            hidden
            accept={accept}
            aria-labelledby={id}
            onChange={({ currentTarget }) => {
              take(currentTarget.files?.[0])
              // The same file again is a change, too.
              currentTarget.value = ''
            }}
          />
          {isSending && onCancel ? (
            <Button size="sm" onClick={onCancel}>
              {texts.cancel}
            </Button>
          ) : (
            <Button
              size="sm"
              icon={<Upload aria-hidden />}
              loading={isSending}
              onClick={() => input.current?.click()}
            >
              {src ? texts.replace : texts.choose}
            </Button>
          )}
          {src && onRemove && !isSending && (
            <Button size="sm" variant="ghost" onClick={onRemove}>
              {texts.remove}
            </Button>
          )}
        </div>
      </div>
      <FieldNotes hint={hint} error={error} hintId={`${id}-hint`} errorId={`${id}-error`} />
    </div>
  )
}
