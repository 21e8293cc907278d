import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkTypes, readTypeErrors } from './check-types.ts'

const ROOT = join(import.meta.dirname, '../../..')
mkdirSync(join(ROOT, '.cache'), { recursive: true })
// TypeScript is found below the checkout, and not below the folder of temporary files.
const inside = mkdtempSync(join(ROOT, '.cache/types-'))
const outside = mkdtempSync(join(tmpdir(), 'spawnpoint-types-'))
afterAll(() => [inside, outside].forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const write = (folder: string, file: string, text: string) => writeFileSync(join(folder, file), text)
const strict = JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['*.ts'] })

it('[TOOL7] says in a line why types were not checked', () => {
  expect(checkTypes(outside)).toEqual({
    findings: [],
    skipped: 'Types were not checked: the folder has no tsconfig.json. A project made by create has one.',
  })
  write(outside, 'tsconfig.json', strict)
  write(outside, 'page.test.ts', "export const count: number = 'one'\n")
  expect(checkTypes(outside)).toEqual({
    findings: [],
    skipped: 'Types were not checked: TypeScript is not installed. Run npm install in the folder.',
  })
})

it('[TOOL7] names file and line of each error of types, in tests too', () => {
  write(inside, 'tsconfig.json', strict)
  write(inside, 'page.ts', 'export const count = 1\n')
  expect(checkTypes(inside)).toEqual({ findings: [], skipped: null })
  write(inside, 'page.test.ts', "\nexport const count: number = 'one'\n")
  expect(checkTypes(inside).findings).toEqual([
    {
      level: 'error',
      code: 'E_TYPES',
      at: 'page.test.ts:2',
      text: "Type 'string' is not assignable to type 'number'. (TS2322)",
    },
  ])
})

it('[TOOL7] says what is wrong with the tsconfig.json itself', () => {
  write(inside, 'tsconfig.json', '{ "include": ["nothing/*.ts"] }')
  expect(checkTypes(inside).findings).toMatchObject([
    {
      code: 'E_TYPES',
      at: 'tsconfig.json',
      text: expect.stringMatching(/^No inputs were found .*\(TS18003\)$/),
    },
  ])
})

it('[TOOL7] keeps the lines that explain an error with it', () => {
  const said = [
    "server/a.ts(3,7): error TS2322: Type 'A' is not assignable to type 'B'.",
    "  Property 'id' is missing in type 'A'.",
    "server/b.ts(9,1): error TS2304: Cannot find name 'c'.",
    '',
  ].join('\r\n')
  expect(readTypeErrors(said)).toMatchObject([
    {
      at: 'server/a.ts:3',
      text: "Type 'A' is not assignable to type 'B'. (TS2322)\n    Property 'id' is missing in type 'A'.",
    },
    { at: 'server/b.ts:9' },
  ])
})
