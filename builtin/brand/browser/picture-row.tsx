import { largestPicture, uploadPicture, type PictureKey } from '@spawnpoint/contracts/brand'
import { sizeOf } from '@spawnpoint/contracts/brand/schemas'
import { joinSentences, useExplain, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, FormError } from '@spawnpoint/sdk/ui'
import { Upload } from '@spawnpoint/sdk/ui/icons'
import { useId, useRef, useState } from 'react'

const Thumbnail = ({ path }: { path: string }) => {
  const size = sizeOf(path)
  return (
    <span className="grid h-14 w-24 flex-none place-items-center overflow-hidden rounded-lg border border-border bg-sunken">
      {size && <img src={path} alt="" {...size} className="max-h-full max-w-full object-contain" />}
    </span>
  )
}

/** Replaces and removes a picture. */
const PictureActions = ({
  id,
  path,
  heading,
  onChange,
  onProblem,
}: {
  id: PictureKey
  path: string
  heading: string
  onChange: (path: string) => void
  onProblem: (problem: string | null) => void
}) => {
  const t = useT()
  const explain = useExplain()
  const input = useRef<HTMLInputElement>(null)
  const upload = useAction(uploadPicture)
  const send = async (file: File) => {
    onProblem(null)
    if (file.size > largestPicture) return onProblem(t('errors.BRAND_PICTURE_LARGE'))
    try {
      const body = new Blob([file], { type: 'application/octet-stream' })
      onChange((await upload.mutateAsync({ body })).path)
    } catch (error) {
      onProblem(explain(error))
    }
  }
  return (
    <div className="sp-actions">
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-labelledby={heading}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void send(file)
          // The same file again is a change, too.
          currentTarget.value = ''
        }}
      />
      <Button
        size="sm"
        icon={<Upload aria-hidden />}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {t(path ? 'pictures.replace' : 'pictures.upload')}
        <span className="sp-hidden">: {t(`settings.${id}.label`)}</span>
      </Button>
      {path !== '' && (
        <Button size="sm" variant="ghost" onClick={() => onChange('')}>
          {t('pictures.remove')}
          <span className="sp-hidden">: {t(`settings.${id}.label`)}</span>
        </Button>
      )}
    </div>
  )
}

/** One picture of the brand: shown, replaced and removed; a change waits for the review like every setting. */
export const PictureRow = ({
  id,
  path,
  onChange,
}: {
  id: PictureKey
  path: string
  /** Null for those who may only look. */
  onChange: ((path: string) => void) | null
}) => {
  const t = useT()
  const heading = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const size = sizeOf(path)
  return (
    <li className="grid gap-2 px-4 py-3" aria-labelledby={heading}>
      <div className="flex flex-wrap items-center gap-4">
        <Thumbnail path={path} />
        <div className="min-w-0 flex-1 basis-40">
          <h3 id={heading} className="font-medium">
            {t(`settings.${id}.label`)}
          </h3>
          <p className="sp-hint">
            {joinSentences([t(`settings.${id}.hint`), size && `${size.width} × ${size.height}`])}
          </p>
        </div>
        {onChange && <PictureActions {...{ id, path, heading, onChange }} onProblem={setProblem} />}
      </div>
      {problem && <FormError message={problem} />}
    </li>
  )
}
