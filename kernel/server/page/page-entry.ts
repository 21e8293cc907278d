import { LATER_ELEMENT, PAGE_MARKS, PLAN_PATH, type PageParts } from '../../common/plan.ts'

/** As `fetch` asks for it. */
const fetchPlan = `<link rel="preload" as="fetch" crossorigin href="${PLAN_PATH}">`

export interface PlacedEntry {
  readonly preload: string
  readonly body: string
  /** Of the script in the body, for the policy. */
  readonly hash: string | null
  /** The plan need not stand in the page. */
  readonly fetchesPlan: boolean
}

/** How the application is started: at once, or behind the paint of the first view, and then with all that it fetches. */
export function placeEntry(options: {
  readonly entry: PageParts['entry']
  readonly hasFirstView: boolean
  /** Tags of what else the page fetches: stylesheets, words, the page of the path. */
  readonly fetched: string
  readonly safeMode: boolean
  readonly nonce: string
}): PlacedEntry {
  const { entry, hasFirstView, fetched, safeMode, nonce } = options
  if (!entry) return { preload: fetched, body: '', hash: null, fetchesPlan: false }
  const admitted = (tags: string): string => tags.replaceAll(PAGE_MARKS.nonce, nonce)
  const preload = `${fetched}${admitted(entry.preloads)}`
  if (!hasFirstView) return { preload, body: admitted(entry.tag), hash: null, fetchesPlan: false }
  // Only the page itself is told that it is in safe mode.
  const later = `<template id="${LATER_ELEMENT}">${safeMode ? '' : fetchPlan}${preload}</template>`
  const starter = `<script type="module" nonce="${nonce}">${entry.starter}</script>`
  return {
    preload: '',
    body: `${later}${starter}`,
    hash: entry.hash,
    fetchesPlan: !safeMode,
  }
}
