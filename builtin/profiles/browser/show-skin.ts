import type { StoreApi, UiSettings } from '@spawnpoint/sdk/browser'
import type { SkinViewer, WalkingAnimation } from 'skinview3d'

type Settings = UiSettings['skinViewer']

const size = { width: 240, height: 320 }

/** By the library's own decay, the square of the distance, nothing of the light would reach the figure. */
const cameraLightDecay = 0.25

function applySettings(viewer: SkinViewer, Walking: typeof WalkingAnimation, settings: Settings): void {
  viewer.zoom = settings.zoom
  viewer.autoRotate = settings.autoRotate
  viewer.cameraLight.intensity = settings.cameraLight
  viewer.globalLight.intensity = settings.globalLight
  if (!settings.walkingAnimation) {
    viewer.animation = null
    return
  }
  const walk = viewer.animation ?? new Walking()
  walk.speed = settings.animationSpeed
  if (viewer.animation === null) viewer.animation = walk
}

/** Draws a skin in 3D, under settings whose changes are seen at once; returns its undo. */
export function showSkin(
  canvas: HTMLCanvasElement,
  { src, settings, onFailed }: { src: string; settings: StoreApi<UiSettings>; onFailed: () => void },
): () => void {
  const undo: (() => void)[] = []
  const state = { isGone: false }
  const start = async () => {
    const { SkinViewer: Viewer, WalkingAnimation: Walking } = await import('skinview3d')
    if (state.isGone) return
    const viewer = new Viewer({ canvas, ...size })
    undo.push(() => viewer.dispose())
    viewer.controls.enableZoom = false
    viewer.controls.enablePan = false
    viewer.cameraLight.decay = cameraLightDecay
    const apply = () => applySettings(viewer, Walking, settings.getState().skinViewer)
    apply()
    undo.push(settings.subscribe(apply))
    await viewer.loadSkin(src)
  }
  start().catch(() => {
    if (!state.isGone) onFailed()
  })
  return () => {
    state.isGone = true
    for (const each of undo) each()
  }
}
