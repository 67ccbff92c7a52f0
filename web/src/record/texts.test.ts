import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Texts = { [key: string]: string | Texts }

const source = join(import.meta.dirname, '..')
const files = (readdirSync(join(source, 'screens'), { recursive: true }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)
const textsOf = async (folder: string) =>
  ((await import(join(source, folder, 'texts.en.ts'))) as { default: Texts }).default
const common = (await textsOf('i18n/common'))['record'] as Texts
const at = (of: Texts, key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (value as Texts | undefined)?.[part], of)

/** The text of a feature by its prefix, or the one that all records have. */
async function textAt(prefix: string, key: string): Promise<unknown> {
  const [feature = '', ...below] = prefix.split(':')
  const texts = await textsOf(`screens/${feature}`)
  const full = [...below, key].join('.')
  return at(texts, full) ?? at(texts, `${full}_other`) ?? at(common, key)
}

const needed = {
  useRecordForm: ['title', 'saved', 'updateTitle'],
  useRecordList: ['title', 'subtitle', 'empty.title', 'empty.text', 'confirm.destroy'],
}

describe('the texts that the functions of records look for', () => {
  it('are there for every form and list', async () => {
    const missing: string[] = []
    let seen = 0
    for (const file of files) {
      const text = readFileSync(join(source, 'screens', file), 'utf8')
      for (const [, call, spec] of text.matchAll(/(useRecordForm|useRecordList)(?:<\w+>)?\(\{([\s\S]*?)\n  \}\)/g)) {
        const prefix = /texts: '([^']+)'/.exec(spec as string)?.[1]
        if (prefix === undefined) continue
        seen++
        const creates = call === 'useRecordForm' ? /start:/.test(spec as string) : /store:/.test(spec as string)
        const keys = [
          ...needed[call as keyof typeof needed],
          ...(creates ? (call === 'useRecordForm' ? ['create', 'submit', 'created'] : ['create']) : []),
        ]
        for (const key of keys)
          if (typeof (await textAt(prefix, key)) !== 'string') missing.push(`${file}: ${prefix} ${key}`)
      }
    }
    expect(missing).toEqual([])
    expect(seen).toBeGreaterThan(10)
  })

  it('are there for every action', async () => {
    const missing: string[] = []
    for (const file of files) {
      const text = readFileSync(join(source, 'screens', file), 'utf8')
      const prefix = /useRecordActions<\w+>\(\{\s*texts: '([^']+)'/.exec(text)?.[1]
      if (prefix === undefined) continue
      for (const [, how, key] of text.matchAll(/\b(act|confirm)\('(\w+)'/g))
        for (const one of [
          `action.${key}`,
          `done.${key}`,
          ...(how === 'confirm' ? [`confirm.${key}Title`, `confirm.${key}`] : []),
        ])
          if (typeof (await textAt(prefix, one)) !== 'string') missing.push(`${file}: ${prefix} ${one}`)
    }
    expect(missing).toEqual([])
  })
})
