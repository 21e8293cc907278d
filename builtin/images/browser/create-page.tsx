import { createImage, listImages } from '@spawnpoint/contracts/images'
import { largestImage, longestName } from '@spawnpoint/contracts/images/schemas'
import { pictureTypes } from '@spawnpoint/contracts/pictures/schemas'
import { CallError, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError, LinkButton, Page, TextField, useFields } from '@spawnpoint/sdk/ui'
import { Upload } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { PictureDrop } from './picture-drop.tsx'

/** A name to start with: the file's, without its ending. */
const nameOf = (file: File) =>
  file.name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
    .slice(0, longestName)

const bodyOf = (name: string, file: File) => {
  const body = new FormData()
  body.append('name', name)
  body.append('file', file)
  return body
}

const CreateForm = ({ list }: { list: string }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const create = useAction(createImage, { refreshes: [listImages] })
  const form = useFields({
    initial: { name: '' },
    validate: ({ name: typed }) => {
      setProblem(file ? null : t('form.fileMissing'))
      return typed.trim() === '' ? { name: t('form.nameMissing') } : {}
    },
    submit: async ({ name: typed }) => {
      if (!file) return
      await create.mutateAsync({ body: bodyOf(typed.trim(), file) })
      release()
      host.notify.toast({ title: t('create.done'), tone: 'success' })
      host.navigate(list, { replace: true })
    },
    onFailure: (error) =>
      error instanceof CallError && error.code.startsWith('IMAGES_NAME')
        ? { fields: { name: explain(error) } }
        : { message: explain(error) },
  })
  const release = useUnsavedGuard((form.isDirty || file !== null) && !create.isPending)
  const take = (picked: File) => {
    const isLarge = picked.size > largestImage
    setProblem(isLarge ? t('errors.TOO_LARGE') : null)
    setFile(isLarge ? null : picked)
    if (isLarge || name.trim() !== '') return
    setName(nameOf(picked))
    form.setErrors({})
  }
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      <PictureDrop file={file} problem={problem} accept={pictureTypes} onChange={take} />
      <TextField
        label={t('columns.name')}
        hint={t('form.nameHint')}
        autoComplete="off"
        required
        maxLength={longestName}
        name="name"
        error={form.errors.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="sp-form-actions">
        <LinkButton to={list}>{t('form.cancel')}</LinkButton>
        <Button type="submit" variant="primary" icon={<Upload aria-hidden />} loading={form.submitting}>
          {t('create.submit')}
        </Button>
      </div>
    </form>
  )
}

export default function CreatePage() {
  const t = useT()
  const list = useHost().pathTo('images-list')
  const title = t('create.title')
  return (
    <Page
      title={title}
      description={t('create.description')}
      breadcrumbs={[{ label: t('title'), to: list }, { label: title }]}
      width="narrow"
    >
      <Card>
        <CreateForm list={list} />
      </Card>
    </Page>
  )
}
