import { defaultUiSettings, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, pageTransitionClass, pageTransitions, type PageTransition } from '@spawnpoint/sdk/ui'
import { Play } from '@spawnpoint/sdk/ui/icons'
import { useId } from 'react'
import { SettingField } from './setting-field.tsx'
import { setTransition, transitionChanges, transitionOf } from './transition.ts'

/** Lets the page behind come in again, in the way that is chosen now. */
const play = (style: PageTransition): void => {
  const page = document.querySelector<HTMLElement>('.page-frame > div')
  if (!page) return
  page.className = ''
  // Reading the size makes the browser forget the animation that has run.
  void page.offsetWidth
  page.className = pageTransitionClass(style)
}

/** Says why nothing moves, where that is so. */
const StillNote = () => {
  const t = useT()
  const isStill = useStore(
    useHost().uiSettings,
    ({ performance }) => performance.reduceMotion || performance.disableAnimations,
  )
  const isCalmSystem = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!isStill && !isCalmSystem) return null
  return (
    <Alert tone="info" title={t('still.title')}>
      {t(isCalmSystem ? 'still.system' : 'still.settings')}
    </Alert>
  )
}

/** How a page comes in, and how fast. */
export default function TransitionsTab() {
  const t = useT()
  const name = useId()
  const host = useHost()
  // A reset, an import and a log-in change it too.
  useStore(transitionChanges)
  const chosen = transitionOf(host)
  const choose = (style: PageTransition) => {
    setTransition(host, style)
    play(style)
  }
  const reset = () => {
    const { performance } = host.uiSettings.getState()
    const { transitionSpeed } = defaultUiSettings.performance
    host.uiSettings.setState({ performance: { ...performance, transitionSpeed } })
    choose('fade')
  }
  return (
    <div className="grid gap-4">
      <StillNote />
      <fieldset>
        <legend className="sp-label pb-2">{t('transition')}</legend>
        <div className="grid grid-cols-2 gap-2">
          {pageTransitions.map((style) => (
            <label
              key={style}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border px-3 py-1.5 text-sm has-checked:border-accent has-checked:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                value={style}
                checked={chosen === style}
                onChange={() => choose(style)}
              />
              {t(`styles.${style}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <SettingField group="performance" field="transitionSpeed" />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Play aria-hidden />} onClick={() => play(chosen)}>
          {t('play')}
        </Button>
        <Button size="sm" variant="ghost" onClick={reset}>
          {t('reset.transitions')}
        </Button>
      </div>
    </div>
  )
}
