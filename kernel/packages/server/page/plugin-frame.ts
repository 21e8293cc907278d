import { reachOf } from '@spawnpoint/sdk/common'
import {
  type Language,
  type PageParts,
  type Plan,
  type PlanPlugin,
  htmlLanguage,
} from '../../../common/plan.ts'
import { FRAME_PATH, pluginFolder } from '../../common/plugin-paths.ts'
import type { AsyncRequestHandler } from '../../../server/http/dispatcher.ts'
import { commonHeaders } from '../../../server/page/page-headers.ts'
import { externalOrigins, pageImportMap } from './page-additions.ts'
import { pageLanguage } from '../../../server/page/page-language.ts'
import { compileTemplate, escapeHtml, type PageFill } from '../../../server/page/page-template.ts'
import { isOrigin, originExpression, type PolicyInput } from '../../../server/page/policy.ts'
import { sendCompressed } from '../../../server/page/send-compressed.ts'

/**
 * For the document of a plugin's frame: `sandbox` gives it an origin that is nobody's, so it reaches no cookie, no
 * storage and no page of ours; what it may fetch is what its operator granted.
 */
const framePolicy = ({
  origin,
  importMapHash,
  styleHash,
  hosts,
}: Pick<PolicyInput, 'origin' | 'importMapHash' | 'styleHash'> & {
  readonly hosts: readonly string[]
}): string =>
  [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src 'sha256-${importMapHash}' ${origin}/assets/`,
    `style-src 'sha256-${styleHash}' ${origin}/assets/`,
    "style-src-attr 'none'",
    `img-src ${origin}/assets/ data: blob:`,
    `font-src ${origin}/assets/`,
    hosts.length > 0 ? `connect-src ${hosts.filter(isOrigin).join(' ')}` : "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${origin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-to csp',
  ].join('; ')

interface FrameOptions {
  /** Scheme, host and port that browsers use. */
  readonly origin: string
  readonly parts: Pick<PageParts, 'frame' | 'importMap' | 'importMapHash' | 'sdkFacades'>
  plan(safeMode: boolean, language: Language): Plan
  /** Integrity of the scripts of a build that open tabs may still ask for; null where there is none. */
  findIntegrity?(id: string, hash: string): PlanPlugin['integrity'] | null
}

const empty: PageFill = {
  nonce: '',
  language: '',
  title: '',
  head: '',
  plan: '',
  customStyle: '',
  importMap: '',
  preload: '',
  firstView: '',
  entry: '',
}

const hasFiles = ({ id, modules }: PlanPlugin, hash: string): boolean =>
  Object.values(modules).some((url) => url.startsWith(`${pluginFolder(id)}${hash}/`))

/**
 * Answers `/plugin-frame/<id>/<hash>`: the document that the parts of an isolated plugin are drawn in. Its policy puts it
 * into a sandbox of its own, also where somebody opens it directly, so that it never has our origin.
 */
export function createPluginFrame({
  origin,
  parts,
  plan,
  findIntegrity = () => null,
}: FrameOptions): AsyncRequestHandler {
  const fill = parts.frame ? compileTemplate(parts.frame.html) : null
  const secure = origin.startsWith('https:')
  const isFrame = (url: string): boolean => url.startsWith(FRAME_PATH)
  return async (request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '')
    if (!isFrame(path) || !fill) return false
    const [, id, hash] = /^\/plugin-frame\/([a-z][a-z0-9.-]*)\/([0-9a-f]+)$/.exec(path) ?? []
    const language = pageLanguage(request.headers)
    const current = plan(false, language)
    const plugin = current.plugins.find((each) => each.id === id)
    if (!plugin || hash === undefined) return false
    // A tab that was open before an upgrade still asks for the build before.
    const integrity = hasFiles(plugin, hash) ? plugin.integrity : findIntegrity(plugin.id, hash)
    if (integrity === null) return false
    const { integrity: _current, ...rest } = plugin
    const asked = integrity === undefined ? rest : { ...rest, integrity }
    const importMap = pageImportMap(parts, { ...current, plugins: [asked] })
    const policy = framePolicy({
      origin: originExpression(origin, request.headers.host),
      importMapHash: importMap.hash,
      styleHash: parts.frame?.styleHash ?? null,
      hosts: externalOrigins(reachOf(plugin.capabilities ?? [], 'http.external:')),
    })
    await sendCompressed(request, response, {
      status: 200,
      headers: {
        ...commonHeaders(secure),
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'reporting-endpoints': 'csp="/api/system/csp-reports"',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-cache',
        vary: 'Accept-Encoding, Cookie',
      },
      body: fill({
        ...empty,
        language: htmlLanguage(language),
        title: escapeHtml(plugin.title.startsWith('%') ? plugin.id : plugin.title),
        importMap: `<script type="importmap">${importMap.text}</script>`,
      }),
    })
    return true
  }
}
