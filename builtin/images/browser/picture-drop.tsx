import { useT } from '@spawnpoint/sdk/browser'
import { FileDrop, FormError } from '@spawnpoint/sdk/ui'
import { useEffect, useMemo } from 'react'

/** The address of a picked file for as long as it is shown. */
const usePreview = (file: File | null): string | null => {
  const address = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}

/** A place for one picture, which it shows. */
export const PictureDrop = ({
  file,
  problem,
  accept,
  onChange,
}: {
  file: File | null
  problem: string | null
  accept: string
  onChange: (file: File) => void
}) => {
  const t = useT()
  const preview = usePreview(file)
  return (
    <div className="grid gap-3">
      {preview && (
        <img src={preview} alt={t('form.preview')} className="mx-auto max-h-64 max-w-full rounded-lg" />
      )}
      <FileDrop
        label={t('form.file')}
        hint={t('form.fileHint')}
        button={t(file ? 'form.replaceFile' : 'form.chooseFile')}
        accept={accept}
        pasteAnywhere
        onFiles={([picked]) => picked && onChange(picked)}
      />
      <FormError message={problem} />
    </div>
  )
}
