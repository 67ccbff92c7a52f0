import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')

/** Popovers: the component positions them, and a position here would take them out of place. */
const positionedByComponent = ['shell/panel/notice-list.module.css: .list']

// Visually hidden text is positioned absolutely. In a region that scrolls but has no position it is not clipped, and at
// the far end of a wide table it makes the whole page scroll sideways.
test('every region that scrolls is positioned', () => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter((file) => file.endsWith('.css'))
  expect(files.length).toBeGreaterThan(50)
  const unpositioned = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(([, selector, rules]) =>
      /overflow(-x|-y|-inline|-block)?: [^;]*(auto|scroll)/.test(rules ?? '') && !/\bposition: /.test(rules ?? '')
        ? [`${file}: ${selector?.trim()}`]
        : [],
    ),
  )
  expect(unpositioned).toEqual(positionedByComponent)
})
