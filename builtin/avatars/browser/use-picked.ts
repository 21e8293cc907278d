import { useT } from '@spawnpoint/sdk/browser'
import { useEffect, useState } from 'react'
import { openPicture, type OpenPicture } from './crop-picture.ts'

/** A picked file for as long as the dialog shows it; `ratio` is the shape that will be cut out. */
export function usePicked(ratio: number) {
  const t = useT()
  const [picture, setPicture] = useState<OpenPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => picture?.close(), [picture])
  const pick = async (file: File) => {
    const opened = await openPicture(file, ratio)
    setProblem(opened ? null : t('unreadable'))
    setPicture(opened)
  }
  return { picture, problem, pick, close: () => setPicture(null) }
}
