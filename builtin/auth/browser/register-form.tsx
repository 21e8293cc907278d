import { useHost, useT } from '@spawnpoint/sdk/browser'
import {
  Button,
  Checkbox,
  fillInput,
  FormError,
  LinkedText,
  PasswordField,
  TextField,
  useFields,
} from '@spawnpoint/sdk/ui'
import { useFormFailure } from './form-failure.ts'
import { checkRegistration, type RegisterValues } from './register-rules.ts'
import { suggestPassword, suggestUsername } from './suggest.ts'

const initial: RegisterValues = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  terms: false,
}

const TermsLabel = () => {
  const host = useHost()
  const t = useT('auth')
  const paths = { terms: host.pathTo('terms-of-service'), privacy: host.pathTo('privacy-policy') }
  return <LinkedText text={t('register.terms')} paths={paths} />
}

/** Fills the field of the form that it stands in, and leads to it. */
const Suggest = ({ field, label, value }: { field: string; label: string; value: () => string }) => (
  <p className="-mt-2 text-right text-sm">
    <button
      type="button"
      className="sp-link"
      onClick={({ currentTarget }) => {
        const input = currentTarget.form?.elements.namedItem(field)
        if (input instanceof HTMLInputElement) fillInput(input, value())
      }}
    >
      {label}
    </button>
  </p>
)

export const RegisterForm = ({ submit }: { submit: (values: RegisterValues) => Promise<unknown> }) => {
  const t = useT('auth')
  const onFailure = useFormFailure()
  const form = useFields<RegisterValues>({
    initial,
    validate: (values) => checkRegistration(values, t),
    submit,
    onFailure,
  })
  return (
    <form className="sp-form" method="post" {...form.props}>
      <FormError message={form.formError} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t('register.firstName')}
          autoComplete="given-name"
          required
          {...form.field('firstName')}
        />
        <TextField
          label={t('register.lastName')}
          autoComplete="family-name"
          required
          {...form.field('lastName')}
        />
      </div>
      <TextField
        label={t('register.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('username')}
      />
      <Suggest field="username" label={t('register.suggestUsername')} value={suggestUsername} />
      <TextField
        label={t('register.email')}
        type="email"
        autoComplete="email"
        required
        {...form.field('email')}
      />
      <PasswordField
        label={t('register.password')}
        hint={t('rules.password')}
        autoComplete="new-password"
        suggestion={{ label: t('register.suggestPassword'), create: suggestPassword }}
        required
        {...form.field('password')}
      />
      <Checkbox label={<TermsLabel />} required {...form.choice('terms')} />
      <Button type="submit" variant="primary" size="lg" block loading={form.submitting}>
        {t('register.submit')}
      </Button>
    </form>
  )
}
