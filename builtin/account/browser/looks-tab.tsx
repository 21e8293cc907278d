import { ACCOUNT_LOOKS_SLOT, savePreferences } from '@spawnpoint/contracts/account'
import { languages, type CallOf } from '@spawnpoint/sdk/common'
import { useContributions, useExplain, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Card, pageTransitions, Select, Switch } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

type Chosen = NonNullable<CallOf<typeof savePreferences>['body']>

const languageChoices = languages.map(({ id, name }) => ({ value: id, label: name }))

const themes = ['system', 'light', 'dark'] as const
const TRANSITION = 'preferredTransition'

/** Keeps a choice with the account, so that it is there on every device and after a cleared browser. */
const useSave = () => {
  const host = useHost()
  const t = useT()
  const explain = useExplain()
  return async (body: Chosen) => {
    try {
      await host.call(savePreferences, { body })
      host.notify.toast({ title: t('saved'), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
}

/** Saved by `language-saver`, like a language that is chosen elsewhere. */
const LanguageChoice = () => {
  const host = useHost()
  const t = useT()
  const locale = useStore(host.locale)
  return (
    <Select
      label={t('looks.language')}
      options={languageChoices}
      value={locale}
      onChange={(event) => void host.setLocale(event.target.value)}
    />
  )
}

/** Saves a choice; undefined where another plugin keeps each change of the settings itself. */
type Save = ((body: Chosen) => Promise<void>) | undefined

const ThemeChoice = ({ save }: { save: Save }) => {
  const host = useHost()
  const t = useT()
  const chosen = useStore(host.uiSettings, (settings) => settings.theme)
  const choose = async (value: string) => {
    const theme = themes.find((each) => each === value)
    if (!theme) return
    host.uiSettings.setState({ theme })
    await save?.({ uiSettings: { theme } })
  }
  return (
    <Select
      label={t('looks.theme')}
      options={themes.map((value) => ({ value, label: t(`looks.themes.${value}`) }))}
      value={chosen}
      onChange={(event) => void choose(event.target.value)}
    />
  )
}

const TransitionChoice = ({ save }: { save: (body: Chosen) => Promise<void> }) => {
  const host = useHost()
  const t = useT()
  const [transition, setTransition] = useState(host.storage.get(TRANSITION) ?? 'fade')
  const choose = async (value: string) => {
    const style = pageTransitions.find((each) => each === value)
    if (!style) return
    host.storage.set(TRANSITION, style)
    setTransition(style)
    await save({ transition: style })
  }
  return (
    <Select
      label={t('looks.transition')}
      options={pageTransitions.map((value) => ({ value, label: t(`looks.transitions.${value}`) }))}
      value={transition}
      onChange={(event) => void choose(event.target.value)}
    />
  )
}

const ShortcutChoice = ({ save }: { save: Save }) => {
  const host = useHost()
  const t = useT()
  const isOn = useStore(host.uiSettings, (settings) => settings.singleKeyShortcuts)
  const choose = async (singleKeyShortcuts: boolean) => {
    host.uiSettings.setState({ singleKeyShortcuts })
    await save?.({ uiSettings: { singleKeyShortcuts } })
  }
  return (
    <Switch
      label={t('looks.singleKeys')}
      hint={t('looks.singleKeysHint')}
      checked={isOn}
      onChange={(event) => void choose(event.target.checked)}
    />
  )
}

export const LooksTab = () => {
  const t = useT()
  const save = useSave()
  const panels = useContributions('slot', ACCOUNT_LOOKS_SLOT)
  const tabs = useContributions('customisation-tab', 'looks')
  // The plugin that fills this place keeps each change, on this device alone where the person wants that.
  const isKept = panels.length > 0
  return (
    <div className="grid gap-4">
      <Card title={t('tabs.looks')} description={t('looks.lead')}>
        <div className="sp-form">
          <LanguageChoice />
          <ThemeChoice save={isKept ? undefined : save} />
          {!isKept && <TransitionChoice save={save} />}
          <ShortcutChoice save={isKept ? undefined : save} />
        </div>
      </Card>
      {panels.map(({ id, Component }) => (
        <Component key={id} />
      ))}
      {/* The panel has these tabs, so they are drawn here only where no plugin offers it. */}
      {!isKept &&
        tabs.map(({ id, title, Component }) => (
          <Card key={id} title={title}>
            <Component />
          </Card>
        ))}
    </div>
  )
}
