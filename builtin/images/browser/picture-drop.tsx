import { useT } from '@spawnpoint/sdk/browser'
import { Button, classNames, Field } from '@spawnpoint/sdk/ui'
import { Image } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useMemo, useRef, useState, type DragEvent } from 'react'

/** The address of a picked file for as long as it is shown. */
const usePreview = (file: File | null): string | null => {
  const address = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}

/** A place for one picture: dropped, pasted or chosen as a file. */
export const PictureDrop = ({
  file,
  problem,
  accept,
  onChange,
}: {
  file: File | null
  problem: string | null
  accept: string
  onChange: (file: File | null) => void
}) => {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const preview = usePreview(file)
  const take = (files: FileList | null | undefined) => files?.[0] && onChange(files[0])
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => take(clipboardData?.files)
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    <Field label={t('form.file')} error={problem ?? undefined} required>
      {(control) => (
        <div
          className={classNames(
            'grid min-h-48 place-items-center gap-3 rounded-xl border-2 border-dashed p-4 text-center',
            isOver ? 'border-accent' : 'border-border',
          )}
          onDragEnter={drag(true)}
          onDragOver={drag(true)}
          onDragLeave={drag(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
        >
          {preview ? (
            <img src={preview} alt={t('form.preview')} className="max-h-64 max-w-full rounded-lg" />
          ) : (
            <p className="sp-hint max-w-xs">{t('form.fileHint')}</p>
          )}
          <Button
            id={control.id}
            icon={<Image aria-hidden />}
            aria-describedby={control['aria-describedby']}
            onClick={() => input.current?.click()}
          >
            {t(file ? 'form.replaceFile' : 'form.chooseFile')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept={accept}
            aria-label={t('form.file')}
            onChange={({ currentTarget }) => {
              take(currentTarget.files)
              // The same file again is a change, too.
              currentTarget.value = ''
            }}
          />
        </div>
      )}
    </Field>
  )
}
