import { resolve } from 'node:path'

// React's development build is chosen by this variable, wherever it comes from.
process.env['NODE_ENV'] = 'production'

const { buildShell } = await import('../build/build-shell.ts')
const { buildPlugins } = await import('../build/build-plugins.ts')
const { readConfig } = await import('./read-config.ts')
const { ROOT } = await import('../server/version.ts')
const { compileServer } = await import('./compile-server.ts')
const { showProgress } = await import('./show-progress.mjs')
const { explainBuildFailure } = await import('./explain-build-failure.ts')

const force = process.argv.includes('--force')
/** A plugin that does not build is left out then, as one that does not run is; and the server is compiled too. */
const isForStart = process.argv.includes('--for-start')
const root = resolve(
  process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? `${import.meta.dirname}/../..`,
)

const timer = () => {
  const started = performance.now()
  return () => `${((performance.now() - started) / 1000).toFixed(1)} s`
}

try {
  // A wrong variable is told before the build, not after it.
  if (isForStart) readConfig(process.env)
  const shellTime = timer()
  let stopProgress: (() => unknown) | undefined
  const onBuild = () => {
    console.log('Building the dashboard ...')
    stopProgress = showProgress('Building the dashboard')
  }
  const { built } = await buildShell({ root, force, onBuild }).finally(() => stopProgress?.())
  console.log(built ? `Built the dashboard in ${shellTime()}` : 'The dashboard is built already')
  const pluginTime = timer()
  const results = await buildPlugins({ root, force })
  const done = results.flatMap(({ id, problem }) => (problem === null ? [id] : []))
  if (done.length > 0) console.log(`Built the plugins ${done.join(', ')} in ${pluginTime()}`)
  for (const { id, problem } of results) {
    if (problem === null) continue
    console.error(`The plugin ${id} could not be built and is left out: ${problem}`)
    if (!isForStart) process.exitCode = 1
  }
  if (isForStart && root === ROOT) await compileServer()
} catch (error) {
  console.error(explainBuildFailure(error, root))
  process.exitCode = 1
}
