import { useHost, useStore, type BrowserHost } from '@spawnpoint/sdk/browser'
import { PageSkeleton } from '@spawnpoint/sdk/ui'
import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type CSSProperties } from 'react'
import type { PlanPlugin } from '../../../common/plan.ts'
import { connectFrame, frameAddress, type FrameConnection, type FrameDeps } from './frame-connection.ts'
import type { FramedProps } from '../../../browser/plugins/added-plugins.ts'
import { frameDepsOf, type FrameKernel } from './frame-deps.ts'

interface Framed {
  readonly deps: FrameDeps
  readonly plugin: PlanPlugin
  readonly module: string
}

/**
 * Laid out as wide as it will be, so that it knows its height before it is seen. Not hidden: a browser draws no hidden
 * frame, and one that is not drawn never says how high it is.
 */
const waiting: CSSProperties = { position: 'absolute', left: 0, top: 0, opacity: 0, pointerEvents: 'none' }
/** Room around the content, so that the edge of the frame cuts no outline and no shadow; its document has the same. */
const edge = 8
const plain: CSSProperties = {
  display: 'block',
  width: `calc(100% + ${2 * edge}px)`,
  maxWidth: 'none',
  margin: -edge,
  border: 0,
  background: 'transparent',
  colorScheme: 'inherit',
}

/** How high each part was last, so that what stands below it does not jump when it comes again. */
const heights = new Map<string, number>()

interface PartProps extends FramedProps {
  readonly framed: Framed
  readonly host: BrowserHost
}

const FramedPart = ({ framed, host, place, props }: PartProps) => {
  const { deps, plugin, module } = framed
  const title = useStore(host.locale, () => deps.label(plugin.id, plugin.title))
  const frame = useRef<HTMLIFrameElement>(null)
  const connection = useRef<FrameConnection | null>(null)
  const [height, setHeight] = useState<number | null>(null)
  const [lost, setLost] = useState<Error | null>(null)
  const key = `${plugin.id}/${module}`
  // Before the browser can have loaded anything into it.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const made = connectFrame(
      deps,
      element,
      { plugin, module, host },
      {
        onHeight: (px) => {
          heights.set(key, px)
          setHeight(px)
        },
        onLost: setLost,
      },
    )
    connection.current = made
    return made.close
  }, [deps, plugin, module, host, key])
  useEffect(() => connection.current?.setProps(props), [props])
  // The boundary around it counts the fault and draws what stands in its place; the frame goes with this.
  if (lost) throw lost
  const isReady = height !== null
  const held = place === 'part' ? { minHeight: heights.get(key) ?? 0 } : {}
  return (
    <div style={{ position: 'relative', ...(isReady ? {} : held) }}>
      {!isReady && place === 'page' && <PageSkeleton />}
      <iframe
        ref={frame}
        src={frameAddress(plugin, module)}
        onLoad={() => connection.current?.loaded()}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        title={title}
        data-plugin={plugin.id}
        style={{ ...plain, ...(isReady ? { height } : waiting) }}
      />
    </div>
  )
}

/** A module of a plugin that its manifest or its operator keeps out of the page. */
export const createFramedPart = (
  kernel: FrameKernel,
  plugin: PlanPlugin,
  module: string,
): ComponentType<FramedProps> => {
  const framed: Framed = { deps: frameDepsOf(kernel), plugin, module }
  const generations = new WeakMap<BrowserHost, number>()
  let last = 0
  const generationOf = (host: BrowserHost): number => {
    const known = generations.get(host)
    if (known !== undefined) return known
    last += 1
    generations.set(host, last)
    return last
  }
  return (given) => {
    const host = useHost()
    // Switched off and on again the plugin has another host, and so another document.
    return <FramedPart key={generationOf(host)} framed={framed} host={host} {...given} />
  }
}
