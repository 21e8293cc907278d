import { useHost, useT } from '@spawnpoint/sdk/browser'
import { DeclaredForm, type FormField, type useDeclaredForm } from '@spawnpoint/sdk/form'
import { fieldsOf, isWritable } from '@spawnpoint/sdk/resource'
import type { ResourceTexts } from '@spawnpoint/sdk/resource/browser'
import { announcements } from '../resource.ts'
import { AudienceField } from './audience-field.tsx'
import { BodyField } from './body-field.tsx'

const half = ['publishAt', 'expiresAt', 'pinned', 'draft']

/** All that a person writes. */
export const announcementFields: readonly FormField[] = fieldsOf(announcements, isWritable).map(
  ([name, spec]) => ({ name, spec, cell: half.includes(name) ? '' : 'sm:col-span-2' }),
)

/** Drawn in a way of their own. */
const own = ['body', 'roleId', 'locationIds']

const submitKey = (draft: unknown, publishAt: unknown, now: number) => {
  if (draft === true) return 'form.saveDraft'
  return typeof publishAt === 'string' && Date.parse(publishAt) > now ? 'form.schedule' : 'form.publish'
}

/** The form of an announcement, with a preview and the choices of its audience. */
export const AnnouncementForm = ({
  form,
  texts,
  isPublished,
}: {
  form: ReturnType<typeof useDeclaredForm>
  texts: ResourceTexts
  isPublished: boolean
}) => {
  const t = useT()
  const { pathTo, clock } = useHost()
  const { watch, setValue, formState } = form.methods
  const values = watch()
  const { errors, isSubmitted } = formState
  const problem = (name: string) => {
    const message = errors[name]?.message
    return typeof message === 'string' ? message : undefined
  }
  const change = (name: string, value: unknown) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted })
  const body = values['body']
  const below = (name: string) => {
    if (name === 'audience') return <AudienceField {...{ values, problem, change }} />
    if (name !== 'summary') return null
    return (
      <BodyField
        value={typeof body === 'string' ? body : ''}
        error={problem('body')}
        maxLength={announcements.fields.body.max}
        onChange={(text) => change('body', text)}
      />
    )
  }
  return (
    <DeclaredForm
      {...{ form, texts, below }}
      fields={announcementFields.filter(({ name }) => !own.includes(name))}
      cancelTo={pathTo('announcements-list')}
      submitLabel={
        isPublished && values['draft'] !== true
          ? texts.text('form.save')
          : t(submitKey(values['draft'], values['publishAt'], clock.now()))
      }
      grid="grid grid-cols-1 gap-5 sm:grid-cols-2"
    />
  )
}
