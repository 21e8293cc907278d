// One file a kind: the package's index would bring the kinds that no hook has to every page.
export { default as AsyncSeriesBailHook } from 'tapable/lib/AsyncSeriesBailHook.js'
export { default as AsyncSeriesHook } from 'tapable/lib/AsyncSeriesHook.js'
export { default as AsyncSeriesWaterfallHook } from 'tapable/lib/AsyncSeriesWaterfallHook.js'
export { default as SyncBailHook } from 'tapable/lib/SyncBailHook.js'
export { default as SyncHook } from 'tapable/lib/SyncHook.js'
export { default as SyncWaterfallHook } from 'tapable/lib/SyncWaterfallHook.js'
