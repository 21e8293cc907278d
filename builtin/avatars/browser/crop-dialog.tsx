import { uploadAvatar } from '@spawnpoint/contracts/avatars'
import { avatarSide } from '@spawnpoint/contracts/avatars/schemas'
import { getAccount } from '@spawnpoint/contracts/account'
import { useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, Slider } from '@spawnpoint/sdk/ui'
import { useId, useState } from 'react'
import { areaOf, firstView, largestZoom, zoomed, type View } from './crop-area.ts'
import { cropPicture, type OpenPicture } from './crop-picture.ts'
import { CroppedPicture, CropStage } from './crop-stage.tsx'

const ZOOM_STEP = 0.1

const previews = ['size-14', 'size-8', 'size-6']

const Previews = ({ picture, view }: { picture: OpenPicture; view: View }) => (
  <div className="flex items-center justify-center gap-4" aria-hidden="true">
    {previews.map((size) => (
      <span key={size} className={`relative overflow-hidden rounded-full ${size}`}>
        <CroppedPicture picture={picture} view={view} />
      </span>
    ))}
  </div>
)

/** Cuts a square out of a picture and uploads it. */
export default function CropDialog({ picture, onClose }: { picture: OpenPicture; onClose: () => void }) {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { percent } = useFormat()
  const hintId = useId()
  const [view, setView] = useState(() => firstView(picture))
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useAction(uploadAvatar, { refreshes: [getAccount] })
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setProblem(null)
    setSaving(true)
    try {
      const body = new FormData()
      body.append('file', await cropPicture(picture, areaOf(picture, view), avatarSide))
      await upload.mutateAsync({ body })
      await host.refreshSession('refresh')
      host.notify.toast({ title: t('saved'), tone: 'success' })
      onClose()
    } catch (error) {
      setProblem(explain(error))
      setSaving(false)
    }
  }
  const most = largestZoom(picture)
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!isSaving}
      size="sm"
      title={t('crop.title')}
      footer={
        <>
          <Button onClick={onClose} disabled={isSaving}>
            {t('cancel')}
          </Button>
          <Button variant="primary" loading={isSaving} onClick={() => void save()}>
            {t('crop.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormError message={problem} />
        <CropStage picture={picture} view={view} hintId={hintId} disabled={isSaving} onChange={setView} />
        <p id={hintId} className="sp-hint text-center">
          {t('crop.hint')}
        </p>
        {most > 1 && (
          <Slider
            label={t('crop.zoom')}
            min={1}
            max={most}
            step={ZOOM_STEP}
            value={view.zoom}
            format={percent}
            disabled={isSaving}
            onChange={(zoom) => setView((now) => zoomed(picture, now, zoom))}
          />
        )}
        <Previews picture={picture} view={view} />
      </div>
    </Dialog>
  )
}
