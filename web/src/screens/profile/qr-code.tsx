import { encode } from 'uqr'
import { useMemo } from 'react'

/** One path for all dark modules: each run in a row becomes a rectangle. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  for (const [y, row] of rows.entries())
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const begin = x
      while (row[x + 1]) x++
      path += `M${begin} ${y}h${x + 1 - begin}v1h-${x + 1 - begin}z`
    }
  return path
}

/** A QR code as SVG. Dark on white in both themes: many readers do not accept the inverse. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 4 })
    return { size: code.size, path: qrPath(code.data) }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
