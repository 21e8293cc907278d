import { getAccount } from '@spawnpoint/contracts/account'
import { removeAvatar, uploadAvatar } from '@spawnpoint/contracts/avatars'
import { avatarSide } from '@spawnpoint/contracts/avatars/schemas'
import { pictureTypes } from '@spawnpoint/contracts/pictures/schemas'
import { useFlag, useHost, useSession, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Avatar, Card, FileDrop, FormError } from '@spawnpoint/sdk/ui'
import { lazy, Suspense } from 'react'
import { RemoveButton } from './remove-button.tsx'
import { usePicked } from './use-picked.ts'

// Only for visitors who choose a picture.
const CropDialog = lazy(() => import('./crop-dialog.tsx'))

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The visitor's own picture: chosen, cropped, replaced and removed. */
export default function AvatarCard() {
  const t = useT()
  const isOn = useFlag('avatars_enabled')
  const user = useSession((session) => session.user)
  const { notify, refreshSession } = useHost()
  const upload = useAction(uploadAvatar, { refreshes: [getAccount] })
  const remove = useAction(removeAvatar, { refreshes: [getAccount] })
  const { picture, problem, pick, close } = usePicked(1)
  const save = async (file: File) => {
    const body = new FormData()
    body.append('file', file)
    await upload.mutateAsync({ body })
    await refreshSession('refresh')
    notify.toast({ title: t('saved'), tone: 'success' })
  }
  const removeOwn = async () => {
    await remove.mutateAsync({})
    await refreshSession('refresh')
  }
  const src = textOf(user['avatar'])
  if (!isOn && !src) return null
  return (
    <Card title={t('card.title')} description={t(isOn ? 'card.lead' : 'card.off')}>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex items-center gap-3 sm:grid sm:justify-items-center">
          <Avatar id={textOf(user['uuid'])} name={textOf(user['username'])} src={src} size="lg" />
          {src && (
            <RemoveButton
              title={t('own.ask')}
              text={t('own.consequence')}
              done={t('removed')}
              remove={removeOwn}
            />
          )}
        </div>
        {isOn && (
          <div className="min-w-56 flex-1">
            <FileDrop
              label={t('card.drop')}
              hint={t('card.hint')}
              button={t('card.choose')}
              accept={pictureTypes}
              pasteAnywhere
              disabled={picture !== null}
              onFiles={([file]) => file && void pick(file)}
            />
          </div>
        )}
      </div>
      <FormError message={problem} />
      {picture && (
        <Suspense fallback={null}>
          <CropDialog picture={picture} most={avatarSide} onSave={save} onClose={close} />
        </Suspense>
      )}
    </Card>
  )
}
