import { LATER_ELEMENT, PAGE_MARKS, PLAN_PATH, type PageParts } from '../../common/plan.ts'

/** As `fetch` asks for it. */
const fetchPlan = `<link rel="preload" as="fetch" crossorigin href="${PLAN_PATH}">`

export interface PlacedEntry {
  readonly preload: string
  /** Behind everything else of the page, and behind the import map. */
  readonly body: string
  /** Hash of the inline script, for the CSP. */
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
  const atOnce = { hash: null, fetchesPlan: false }
  if (!entry) return { ...atOnce, preload: fetched, body: '' }
  const admitted = (tags: string): string => tags.replaceAll(PAGE_MARKS.nonce, nonce)
  const preload = `${fetched}${admitted(entry.preloads)}`
  if (!hasFirstView) return { ...atOnce, preload, body: admitted(entry.tag) }
  // Only the page itself is told that it is in safe mode.
  const later = `<template id="${LATER_ELEMENT}">${safeMode ? '' : fetchPlan}${preload}</template>`
  // Behind the first view: a script before it would be read, and sometimes an empty frame drawn, before that is.
  const starter = `<script type="module" nonce="${nonce}">${entry.starter}</script>`
  return { preload: '', body: `${later}${starter}`, hash: entry.hash, fetchesPlan: !safeMode }
}
