import type { ThemeInput } from '../common/theme-contrast.ts'

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
  readonly notifications: PanelLook & {
    /** Ours: the corner where messages appear. */
    readonly position: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'
    /** Ours: seconds that a message stays; errors stay twice as long. */
    readonly duration: number
    /** Ours: a short tone with each message. */
    readonly sound: boolean
  }
  /** Ours: how close to each other the rows of lists and tables are. */
  readonly lists: { readonly density: 'comfortable' | 'compact' }
  /** Ours: a picture of this site behind every page, and how much of it shows through. */
  readonly background: { readonly picture: string; readonly opacity: number }
  /** Ours: a theme from three inputs; empty is the instance's own. The other colors follow from them. */
  readonly colors: ThemeInput
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
  notifications: { ...panel, position: 'bottom-right', duration: 6, sound: false },
  lists: { density: 'comfortable' },
  background: { picture: '', opacity: 0.35 },
  colors: {
    accent: '',
    surface: '',
    radius: '',
    accentLight: '',
    accentDark: '',
    surfaceLight: '',
    surfaceDark: '',
  },
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
