import type { Page } from '@playwright/test'
import { alternate } from './alternate.ts'
import { compared, type Measurement, milliseconds, type Part } from './measurement.ts'
import { startScript } from './start-bench-server.ts'
import { withSite } from './with-site.ts'

const rounds = 9
const staticHost = 'static.example.com'

/** The floor: a form that is nothing but HTML, with its style beside it. */
const staticPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Log in</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>body{margin:0;min-height:100vh;display:grid;place-items:center;background:#111;color:#eee;font:16px sans-serif}
form{display:grid;gap:12px;width:320px;padding:24px;background:#222;border-radius:12px}
input,button{font:inherit;padding:8px;border-radius:6px;border:1px solid #444}</style></head>
<body><main><form method="post"><h1>Log in</h1><label>E-mail <input name="email" type="email"></label>
<label>Password <input name="password" type="password"></label><button>Log in</button></form></main></body></html>`

const readPaint = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (!paint) throw new Error('nothing was painted')
    return paint.startTime
  })

async function measure(): Promise<Measurement[]> {
  const floor = await startScript('bare-server.ts', {
    BARE_BODY: staticPage,
    BARE_TYPE: 'text/html; charset=utf-8',
  })
  try {
    return await withSite({ [staticHost]: Number(floor.told) }, async ({ visit }) => {
      const measurePaint = async (isFar: boolean) => {
        const { ours, theirs } = await alternate(
          rounds,
          () => visit({ path: '/auth/login', isSlow: true, isFar }, readPaint),
          () => visit({ path: '/', host: staticHost, isSlow: true, isFar }, readPaint),
        )
        return { value: ours, against: { name: 'static page', value: theirs }, show: milliseconds }
      }
      const far = await measurePaint(true)
      const near = await measurePaint(false)
      const bound = { most: 1.15 }
      return [
        compared({ name: 'first paint of log-in, CPU / 4, 150 ms, 1.6 Mbit/s', ...far, bound }),
        // Without a network only the renderer is left, whose noise on a busy machine is larger than what is measured.
        { ...compared({ name: 'the same without a network', ...near, bound }), budget: '', isMet: null },
      ]
    })
  } finally {
    await floor.stop()
  }
}

export const firstPaint: Part = { name: 'paint', run: measure }
