declare module 'tapable/lib/AsyncSeriesBailHook.js' {
  export { AsyncSeriesBailHook as default } from 'tapable'
}
declare module 'tapable/lib/AsyncSeriesHook.js' {
  export { AsyncSeriesHook as default } from 'tapable'
}
declare module 'tapable/lib/AsyncSeriesWaterfallHook.js' {
  export { AsyncSeriesWaterfallHook as default } from 'tapable'
}
declare module 'tapable/lib/SyncBailHook.js' {
  export { SyncBailHook as default } from 'tapable'
}
declare module 'tapable/lib/SyncHook.js' {
  export { SyncHook as default } from 'tapable'
}
declare module 'tapable/lib/SyncWaterfallHook.js' {
  export { SyncWaterfallHook as default } from 'tapable'
}
