import { useLate } from '../use-late.ts'

/** Tools that float over every page; a page is whole without them until they are there. */
export const LateOverlays = () => {
  const late = useLate()
  return late && <late.Overlays />
}
