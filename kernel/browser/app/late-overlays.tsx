import { useLate } from '../use-late.ts'

/** Tools and messages that float over every page; a page is whole without them until they are there. */
export const LateOverlays = () => {
  const late = useLate()
  return (
    late && (
      <>
        <late.Overlays />
        <late.MessageHosts />
      </>
    )
  )
}
