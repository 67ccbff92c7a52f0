// node scripts/make-icons.mjs: draws the icons of the installed panel from the shape of web/public/favicon.svg. They are
// committed; run it again after the mark has changed. No image library: the mark is five strokes on a square.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'

const folder = join(fileURLToPath(new URL('..', import.meta.url)), 'web/public')

const background = [0x0a, 0x5d, 0x64]
const ink = [0xff, 0xff, 0xff]
/** Half the width of a stroke, in units of the drawing (32 × 32). */
const half = 1.3

/** Points of a quarter circle around (x, y), from angle `from` to `to` in degrees. */
const arc = (x, y, radius, from, to) =>
  Array.from({ length: 13 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / 12) * Math.PI) / 180
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })

const strokes = [
  [
    [7, 10.5],
    [25, 10.5],
  ],
  [
    [16, 10.5],
    [16, 25],
  ],
  [[16, 17.5], ...arc(21.5, 20.5, 3, -90, 0), [24.5, 25]],
  [[16, 17.5], ...arc(10.5, 20.5, 3, -90, -180), [7.5, 25]],
]

const segments = strokes.flatMap((points) => points.slice(1).map((end, index) => [points[index], end]))

/** Distance of a point to the nearest stroke. */
function distance(x, y) {
  let nearest = Infinity
  for (const [[ax, ay], [bx, by]] of segments) {
    const dx = bx - ax
    const dy = by - ay
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy))
  }
  return nearest
}

/** Distance of a point to the edge of the square with rounded corners: negative inside. */
function edge(x, y, radius) {
  const qx = Math.abs(x - 16) - 16 + radius
  const qy = Math.abs(y - 16) - 16 + radius
  return Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - radius
}

/**
 * @param size pixels
 * @param radius of the corners, in units; 0 for icons that the system cuts
 * @param scale of the mark: the safe zone of a maskable icon is 80 % of it
 */
function draw(size, radius, scale) {
  const unit = 32 / size
  const rows = []
  for (let row = 0; row < size; row++) {
    const line = Buffer.alloc(1 + 4 * size)
    for (let column = 0; column < size; column++) {
      const x = (column + 0.5) * unit
      const y = (row + 0.5) * unit
      const cover = (value) => Math.max(0, Math.min(1, 0.5 - value / unit))
      const mark = cover((distance(16 + (x - 16) / scale, 16 + (y - 16) / scale) - half) * scale)
      const alpha = radius === 0 ? 1 : cover(edge(x, y, radius))
      for (let part = 0; part < 3; part++)
        line[1 + 4 * column + part] = Math.round(background[part] + (ink[part] - background[part]) * mark)
      line[4 + 4 * column] = Math.round(255 * alpha)
    }
    rows.push(line)
  }
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

for (const [name, size, radius, scale] of [
  ['icon-192.png', 192, 8, 1],
  ['icon-512.png', 512, 8, 1],
  ['icon-maskable-512.png', 512, 0, 0.75],
  ['apple-touch-icon.png', 180, 0, 0.85],
])
  writeFileSync(join(folder, name), draw(size, radius, scale))
