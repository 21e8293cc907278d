import { useHost, useStore, useT, type UiSettings } from '@spawnpoint/sdk/browser'
import { IconButton } from '@spawnpoint/sdk/ui'
import { Monitor, Moon, Sun } from '@spawnpoint/sdk/ui/icons'

const next: Readonly<Record<UiSettings['theme'], UiSettings['theme']>> = {
  system: 'dark',
  dark: 'light',
  light: 'system',
}

const icons = { system: Monitor, dark: Moon, light: Sun } as const

/** System, dark, light and round again; the label says what is on. */
export const useThemeSwitch = () => {
  const t = useT()
  const { uiSettings } = useHost()
  const theme = useStore(uiSettings, (settings) => settings.theme)
  const ThemeIcon = icons[theme]
  return {
    label: t(`theme.${theme}`),
    icon: <ThemeIcon aria-hidden />,
    change: () => uiSettings.setState({ theme: next[theme] }),
  }
}

export const ThemeSwitch = () => {
  const { label, icon, change } = useThemeSwitch()
  return <IconButton label={label} icon={icon} onClick={change} />
}
