import { useLayoutEffect, useRef, useState } from 'react'

/** Narrower boxes have no room for the columns of a table. */
const ROOM_FOR_COLUMNS = 640

/** The room for a table: rows of two lines, the columns that matter most, or all columns. */
type Room = 'rows' | 'some' | 'all'

/** Measured before the first paint, so that nothing moves; `drawn` names what is in the box, which is watched too. */
export const useRoom = (drawn: unknown) => {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef(0)
  const [room, setRoom] = useState<Room>(() => (window.innerWidth < ROOM_FOR_COLUMNS ? 'rows' : 'all'))
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !('ResizeObserver' in window)) return undefined
    const measure = () => {
      const { clientWidth, scrollWidth } = element
      // A hidden box has no width, and keeps the layout that it had.
      if (clientWidth === 0) return
      if (clientWidth < ROOM_FOR_COLUMNS) return setRoom('rows')
      if (scrollWidth > clientWidth) wanted.current = Math.max(wanted.current, scrollWidth)
      setRoom(clientWidth < wanted.current ? 'some' : 'all')
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // The table grows within its box, whose width stays: its rows arrive later.
    const table = element.querySelector('table')
    if (table) observer.observe(table)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with either of them the box holds another table
  }, [drawn, room])
  return { box, room }
}
