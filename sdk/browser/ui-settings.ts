/** The groups of local preferences, kept under the key `ui-settings`. @example host.uiSettings.getState().sidebar.compactMode */
export interface UiSettings {
  readonly skinViewer: {
    readonly walkingAnimation: boolean
    readonly autoRotate: boolean
    readonly zoom: number
    readonly animationSpeed: number
    readonly cameraLight: number
    readonly globalLight: number
  }
  readonly dropdown: PanelLook & { readonly borderRadius: 'none' | 'sm' | 'md' | 'lg' | 'xl' | '2xl' }
  readonly sidebar: PanelLook & { readonly compactMode: boolean }
  readonly topNav: PanelLook & { readonly showSearchBar: boolean }
  readonly notifications: PanelLook
  readonly performance: {
    readonly reduceMotion: boolean
    readonly disableAnimations: boolean
    readonly optimizeImages: boolean
    readonly lazyLoading: boolean
    readonly preloadCritical: boolean
    readonly backgroundEffects: boolean
    readonly transitionSpeed: number
    readonly frameRateLimit: number
    readonly memoryOptimization: boolean
    readonly networkOptimization: boolean
    readonly enableCaching: boolean
    readonly compressAssets: boolean
  }
  /** Ours: the colour theme. `system` follows the operating system. */
  readonly theme: 'system' | 'dark' | 'light'
  /** Ours: whether a key alone, such as `?`, is a shortcut. Off for those whose speech input types such keys. */
  readonly singleKeyShortcuts: boolean
}

/** How a panel of the shell looks. @example { glassEffect: true, backgroundOpacity: 0.95, borderGlow: true, animationStyle: 'fade' } */
export interface PanelLook {
  readonly glassEffect: boolean
  /** 0.1 … 1.0 in steps of 0.05. */
  readonly backgroundOpacity: number
  readonly borderGlow: boolean
  readonly animationStyle: 'fade' | 'slide' | 'scale' | 'bounce'
}

const panel: PanelLook = {
  glassEffect: true,
  backgroundOpacity: 0.95,
  borderGlow: true,
  animationStyle: 'fade',
}

/** The preferences of a visitor who has changed nothing. @example defaultUiSettings.theme */
export const defaultUiSettings: UiSettings = {
  skinViewer: {
    walkingAnimation: true,
    autoRotate: false,
    zoom: 0.8,
    animationSpeed: 1,
    cameraLight: 3,
    globalLight: 2.9,
  },
  dropdown: { ...panel, borderRadius: 'xl' },
  sidebar: { ...panel, compactMode: false },
  topNav: { ...panel, showSearchBar: true },
  notifications: panel,
  performance: {
    reduceMotion: false,
    disableAnimations: false,
    optimizeImages: true,
    lazyLoading: true,
    preloadCritical: true,
    backgroundEffects: true,
    transitionSpeed: 4.5,
    frameRateLimit: 75,
    memoryOptimization: false,
    networkOptimization: true,
    enableCaching: true,
    compressAssets: true,
  },
  theme: 'system',
  singleKeyShortcuts: true,
}
