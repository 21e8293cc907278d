import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, LinkButton } from '@spawnpoint/sdk/ui'
import { Scene } from '@spawnpoint/sdk/ui/art'

const scenes = { forbidden: 'denied', serverError: 'broken', notFound: 'lost' } as const

/** An error page with two ways to continue. The page that failed is loaded again by going back to it. */
export const ErrorPage = ({
  code,
  name,
}: {
  code: string
  name: 'forbidden' | 'serverError' | 'notFound'
}) => {
  const host = useHost()
  const t = useT()
  return (
    // The refusal's dialog says the same: the page waits until it is closed.
    <div className="grid min-h-[calc(100dvh-8rem)] w-full place-items-center py-6 [body:has([role=alertdialog][open])_&]:opacity-0">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <Scene name={scenes[name]} />
        <p className="font-mono text-sm font-semibold text-accent-text" aria-hidden="true">
          {code}
        </p>
        <h1 className="text-3xl font-semibold tracking-tight outline-none" tabIndex={-1}>
          {t(`${name}.title`)}
        </h1>
        <p className="text-muted">{t(`${name}.text`)}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Button onClick={() => history.back()}>{t(name === 'serverError' ? 'tryAgain' : 'goBack')}</Button>
          <LinkButton variant="primary" to={host.pathToWellKnown('home')}>
            {t('goHome')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
