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
}

/** How a panel of the shell looks. @example { glassEffect: true, backgroundOpacity: 0.95, borderGlow: true, animationStyle: 'fade' } */
export interface PanelLook {
  readonly glassEffect: boolean
  /** 0.1 … 1.0 in steps of 0.05. */
  readonly backgroundOpacity: number
  readonly borderGlow: boolean
  readonly animationStyle: 'fade' | 'slide' | 'scale' | 'bounce'
}
