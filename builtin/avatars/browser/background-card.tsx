import { readBackground, removeBackground, uploadBackground } from '@spawnpoint/contracts/avatars'
import { backgroundRatio, backgroundSide } from '@spawnpoint/contracts/avatars/schemas'
import { pictureTypes } from '@spawnpoint/contracts/pictures/schemas'
import { useFlag, useHost, useStore, useT, type BrowserHost } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, FileDrop, FormError } from '@spawnpoint/sdk/ui'
import { lazy, Suspense } from 'react'
import { RemoveButton } from './remove-button.tsx'
import { usePicked } from './use-picked.ts'

// Only for visitors who choose a picture.
const CropDialog = lazy(() => import('./crop-dialog.tsx'))

/** The server noted it in the account; this tab shows it at once. */
const show = ({ uiSettings }: BrowserHost, picture: string) =>
  uiSettings.setState({ background: { ...uiSettings.getState().background, picture } })

/** The picture that is kept; whoever reset it in the settings of the looks can use it again. */
const OwnPicture = ({ url, remove }: { url: string; remove: () => Promise<void> }) => {
  const t = useT()
  const host = useHost()
  const shown = useStore(host.uiSettings, ({ background }) => background.picture)
  return (
    <div className="grid justify-items-start gap-3">
      <img src={url} alt="" className="aspect-video w-48 max-w-full rounded-lg object-cover" />
      {shown !== url && (
        <Button size="sm" onClick={() => show(host, url)}>
          {t('background.again')}
        </Button>
      )}
      <RemoveButton
        title={t('background.ask')}
        text={t('background.consequence')}
        done={t('background.removed')}
        remove={remove}
      />
    </div>
  )
}

/** The picture behind the visitor's own pages: chosen, cropped, replaced and removed. */
export default function BackgroundCard() {
  const t = useT()
  const host = useHost()
  const isOn = useFlag('backgrounds_enabled')
  const { data } = useEndpoint(readBackground, {})
  const upload = useAction(uploadBackground, { refreshes: [readBackground] })
  const remove = useAction(removeBackground, { refreshes: [readBackground] })
  const { picture, problem, pick, close } = usePicked(backgroundRatio)
  const url = data?.url ?? null
  const save = async (file: File) => {
    const body = new FormData()
    body.append('file', file)
    show(host, (await upload.mutateAsync({ body })).url)
    host.notify.toast({ title: t('background.saved'), tone: 'success' })
  }
  const removeOwn = async () => {
    await remove.mutateAsync({})
    if (url === host.uiSettings.getState().background.picture) show(host, '')
  }
  if (!isOn && !url) return null
  return (
    <Card title={t('background.title')} description={t(isOn ? 'background.lead' : 'card.off')}>
      <div className="flex flex-wrap items-center gap-4">
        {url && <OwnPicture url={url} remove={removeOwn} />}
        {isOn && (
          <div className="min-w-56 flex-1">
            <FileDrop
              label={t('background.drop')}
              hint={t('card.hint')}
              button={t('card.choose')}
              accept={pictureTypes}
              disabled={picture !== null}
              onFiles={([file]) => file && void pick(file)}
            />
          </div>
        )}
      </div>
      <FormError message={problem} />
      {picture && (
        <Suspense fallback={null}>
          <CropDialog picture={picture} most={backgroundSide} onSave={save} onClose={close} />
        </Suspense>
      )}
    </Card>
  )
}
