import { getImage, listImages, renameImage, type CatalogImage } from '@spawnpoint/contracts/images'
import { longestName } from '@spawnpoint/contracts/images/schemas'
import { CallError, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'
import { useId } from 'react'

export const RenameDialog = ({ image, onClose }: { image: CatalogImage; onClose: () => void }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const formId = useId()
  const rename = useAction(renameImage, { refreshes: [listImages, getImage] })
  const form = useFields({
    initial: { name: image.name },
    validate: ({ name }) => (name.trim() === '' ? { name: t('form.nameMissing') } : {}),
    submit: async ({ name }) => {
      await rename.mutateAsync({ params: { id: image.id }, body: { name: name.trim() } })
      host.notify.toast({ title: t('list.renamed'), tone: 'success' })
      onClose()
    },
    onFailure: (error) =>
      error instanceof CallError && error.code.startsWith('IMAGES_NAME')
        ? { fields: { name: explain(error) } }
        : { message: explain(error) },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('list.renameTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {t('list.renameSave')}
          </Button>
        </>
      }
    >
      <form className="sp-form" id={formId} {...form.props}>
        <FormError message={form.formError} />
        <TextField
          label={t('columns.name')}
          maxLength={longestName}
          autoComplete="off"
          required
          {...form.field('name')}
        />
      </form>
    </Dialog>
  )
}
