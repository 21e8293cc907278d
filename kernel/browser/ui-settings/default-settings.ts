import type { PanelLook, UiSettings } from '@spawnpoint/sdk/browser'

const panel: PanelLook = {
  glassEffect: true,
  backgroundOpacity: 0.95,
  borderGlow: true,
  animationStyle: 'fade',
}

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
}
