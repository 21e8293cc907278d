import { useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
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

interface CropProps {
  readonly picture: OpenPicture
  readonly most: number
  readonly onSave: (file: File) => Promise<void>
  readonly onClose: () => void
}

const useSaving = ({ picture, most, onSave, onClose }: CropProps, view: View) => {
  const explain = useExplain()
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setProblem(null)
    setSaving(true)
    try {
      await onSave(await cropPicture(picture, areaOf(picture, view), most))
      onClose()
    } catch (error) {
      setProblem(explain(error))
      setSaving(false)
    }
  }
  return { problem, isSaving, save }
}

/** Cuts an area out of a picture and hands it on as a file of at most `most` pixels a side. */
export default function CropDialog(props: CropProps) {
  const { picture, onClose } = props
  const t = useT()
  const { percent } = useFormat()
  const hintId = useId()
  const [view, setView] = useState(() => firstView(picture))
  const { problem, isSaving, save } = useSaving(props, view)
  const zoomMost = largestZoom(picture)
  const isSquare = picture.ratio === 1
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!isSaving}
      size={isSquare ? 'sm' : 'md'}
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
        {zoomMost > 1 && (
          <Slider
            label={t('crop.zoom')}
            min={1}
            max={zoomMost}
            step={ZOOM_STEP}
            value={view.zoom}
            format={percent}
            disabled={isSaving}
            onChange={(zoom) => setView((now) => zoomed(picture, now, zoom))}
          />
        )}
        {isSquare && <Previews picture={picture} view={view} />}
      </div>
    </Dialog>
  )
}
