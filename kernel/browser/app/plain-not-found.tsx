import { SHELL, useT } from '@spawnpoint/sdk/browser'
import { Empty, LinkButton } from '@spawnpoint/sdk/ui'
import { useKernel } from './kernel-context.tsx'

/** Where no plugin has a page for what is not there. */
export const PlainNotFound = () => {
  const t = useT(SHELL)
  const { wellKnownPath } = useKernel()
  return (
    <div className="sp-page">
      <h1>{t('notFound.title')}</h1>
      <Empty
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<LinkButton to={wellKnownPath('home')}>{t('notFound.home')}</LinkButton>}
      />
    </div>
  )
}
