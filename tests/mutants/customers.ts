import type { Mutant } from './mutant.ts'

/** Pages of customers: first steps, servers, coins. */
export const customerMutants: readonly Mutant[] = [
  {
    rule: 'DSH7',
    file: 'builtin/dashboard/browser/first-steps.tsx',
    find: `<div hidden={isOver} `,
    replace: `<div `,
  },
  {
    rule: 'EARN1',
    file: 'builtin/earn/browser/coins-step.tsx',
    find: `data.items.length > 0`,
    replace: `data.items.length === 0`,
  },
  {
    rule: 'STO9',
    file: 'builtin/store/browser/purchase-dialog.tsx',
    find: 'slots !== undefined && servers >= slots',
    replace: 'servers < 0',
  },
  {
    rule: 'STO9',
    file: 'builtin/store/browser/store-page.tsx',
    find: `Math.min(...items`,
    replace: `Math.max(...items`,
  },
  {
    rule: 'STO10',
    file: 'builtin/store/server/handle-list-items.ts',
    find: `urls?.get(chosen[id] ?? '') ?? null`,
    replace: `chosen[id] ?? null`,
  },
  {
    rule: 'STO10',
    file: 'builtin/store/browser/item-picture.tsx',
    find: 'if (picture) return',
    replace: "if (item === 'ram') return",
  },
  {
    rule: 'STO10',
    file: 'builtin/store/browser/item-pictures.tsx',
    find: `{ ...others, [item]: image }`,
    replace: `{ [item]: image }`,
  },
  {
    rule: 'SRV36',
    file: 'builtin/servers/browser/server-page.tsx',
    find: `{sawBuild && !isBuilding && address !== null && (`,
    replace: `{!isBuilding && address !== null && (`,
  },
  {
    rule: 'SRV37',
    file: 'builtin/servers/browser/copy-address.tsx',
    find: `    copies.setState((count) => count + 1, true)\n`,
    replace: ``,
  },
  {
    rule: 'BRD6',
    file: 'builtin/brand/contract/schemas.ts',
    find: 'if (!isWeak(tried)) return tried',
    replace: 'return tried',
  },
  {
    rule: 'BRD6',
    file: 'builtin/brand/server/page-head.ts',
    find: 'surface: brand.brand_surface,',
    replace: "surface: '',",
  },
  {
    rule: 'BRD6',
    file: 'builtin/brand/contract/schemas.ts',
    find: "radius: radius === 'soft' ? '' : radius,",
    replace: "radius: '',",
  },
  {
    rule: 'BRD6',
    file: 'builtin/brand/contract/schemas.ts',
    find: "if (surface === '') return contrastIn(theme, accent)",
    replace: 'if (surface !== null) return contrastIn(theme, accent)',
    noticedBy: 'builtin/brand/brand-preview.test.tsx',
  },
  {
    rule: 'BRD6',
    file: 'builtin/brand/browser/brand-preview.tsx',
    find: 'isColor(own) && drawn.toLowerCase() !== own.toLowerCase()',
    replace: 'isColor(own) && drawn === own',
    noticedBy: 'builtin/brand/brand-preview.test.tsx',
  },
  {
    rule: 'BRD1',
    file: 'builtin/brand/server/page-head.ts',
    find: `    ...meta('property', 'og:image:width', String(size.width)),\n`,
    replace: ``,
  },
  {
    rule: 'BRD2',
    file: 'builtin/brand/contract/settings.ts',
    find: `if (ratio < minimumContrast)`,
    replace: `if (ratio < 1)`,
  },
  {
    rule: 'BRD3',
    file: 'builtin/brand/server/page-head.ts',
    find: `theme(brand) + logo(brand.brand_logo)`,
    replace: `theme(brand)`,
  },
  {
    rule: 'BRD4',
    file: 'builtin/brand/server/read-picture.ts',
    find: `readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)`,
    replace: `readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes) ?? {\n    type: 'image/png',\n    extension: 'png',\n    width: 1,\n    height: 1,\n  }`,
  },
  {
    rule: 'BRD5',
    file: 'builtin/brand/server/handle-pictures.ts',
    find: `public, max-age=31536000, immutable`,
    replace: `no-store`,
  },
  {
    rule: 'SRV38',
    file: 'sdk/ui/amount-field.tsx',
    find: `clamp(Math.round(Number(event.target.value) * scale.per), amount)`,
    replace: `Number(event.target.value)`,
  },
]
