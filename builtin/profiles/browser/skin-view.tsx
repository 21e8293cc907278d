import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showSkin } from './show-skin.ts'

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null

/** Front of each part of the body: place and size in the skin, place in a picture of 16 × 32. */
const fronts = [
  [8, 8, 8, 8, 4, 0],
  [20, 20, 8, 12, 4, 8],
  [44, 20, 4, 12, 0, 8],
  [36, 52, 4, 12, 12, 8],
  [4, 20, 4, 12, 4, 20],
  [20, 52, 4, 12, 8, 20],
  // The second layer: hat, jacket, sleeves and trousers.
  [40, 8, 8, 8, 4, 0],
  [20, 36, 8, 12, 4, 8],
  [44, 36, 4, 12, 0, 8],
  [52, 52, 4, 12, 12, 8],
  [4, 36, 4, 12, 4, 20],
  [4, 52, 4, 12, 8, 20],
] as const

/** In skins of the older layout left and right are the same, and there is only a hat. */
const olderFront = (index: number) => {
  const front = fronts[index]
  if (index === 3) return fronts[2]
  if (index === 5) return fronts[4]
  return index < 7 ? front : undefined
}

function drawFront(canvas: HTMLCanvasElement, skin: HTMLImageElement): void {
  const picture = canvas.getContext('2d')
  if (!picture) return
  picture.clearRect(0, 0, canvas.width, canvas.height)
  fronts.forEach(([, , wide, tall, x, y], index) => {
    const source = skin.naturalHeight === 32 ? olderFront(index) : fronts[index]
    if (source) picture.drawImage(skin, source[0], source[1], wide, tall, x, y, wide, tall)
  })
}

/** The figure from the front, without 3D and without motion. */
const StillPicture = ({ src }: { src: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const skin = new Image()
    skin.addEventListener('load', () => {
      if (canvas.current) drawFront(canvas.current, skin)
    })
    skin.src = src
  }, [src])
  return <canvas ref={canvas} className="skin-still" width={16} height={32} aria-hidden />
}

/** The figure in 3D, under the visitor's settings. */
const MovingPicture = ({ src, onFailed }: { src: string; onFailed: () => void }) => {
  const settings = useHost().uiSettings
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(
    () => (canvas.current ? showSkin(canvas.current, { src, settings, onFailed }) : undefined),
    [src, settings, onFailed],
  )
  return <canvas ref={canvas} className="skin-moving" aria-hidden />
}

const isCalmSystem = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The Minecraft character of a person: in 3D where that works and motion is welcome, else as a picture. */
export default function SkinView({ src, name }: { src: string; name: string }) {
  const t = useT()
  const isCalm = useStore(
    useHost().uiSettings,
    ({ performance }) => performance.reduceMotion || performance.disableAnimations,
  )
  const [canMove, setCanMove] = useState(() => !isCalmSystem() && hasWebGl())
  const giveUp = useCallback(() => setCanMove(false), [])
  return (
    <figure className="skin-box" aria-label={t('page.skin', { name })}>
      {canMove && !isCalm ? <MovingPicture src={src} onFailed={giveUp} /> : <StillPicture src={src} />}
    </figure>
  )
}
