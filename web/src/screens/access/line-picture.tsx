import classes from './access.module.css'

/** Branches of the picture: where they leave the trunk, where they end, and whether a packet runs along them. */
const branches: readonly { path: string; ends: readonly (readonly [number, number])[]; runs?: boolean }[] = [
  { path: 'M120 720V560a28 28 0 0 1 28-28H300a28 28 0 0 0 28-28V404', ends: [[328, 404]], runs: true },
  { path: 'M228 532H420a28 28 0 0 1 28 28V612', ends: [[448, 612]] },
  { path: 'M120 640V410a28 28 0 0 1 28-28H196a28 28 0 0 0 28-28V236', ends: [[224, 236]] },
  { path: 'M328 452a28 28 0 0 1 28-28H500', ends: [[500, 424]] },
  { path: 'M120 500V60', ends: [[120, 60]], runs: true },
  { path: 'M224 316a28 28 0 0 1 28-28H392a28 28 0 0 0 28-28V150', ends: [[420, 150]], runs: true },
  { path: 'M120 250a28 28 0 0 0-28-28H70a28 28 0 0 1-28-28V130', ends: [[42, 130]] },
  { path: 'M392 288a28 28 0 0 1 28 28h0a28 28 0 0 0 28 28H540', ends: [[540, 344]] },
  { path: 'M300 532a28 28 0 0 1 28 28V690', ends: [[328, 690]] },
]

/** One trunk, and lines that part from it: the mark of the product, drawn large. Decoration only. */
export function LinePicture() {
  return (
    <svg className={classes.picture} viewBox="0 0 600 800" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <path d="M120 800V640" className={classes.trunk} />
      {branches.map(({ path, ends, runs }) => (
        <g key={path}>
          <path d={path} className={classes.wire} />
          {runs ? <path d={path} className={classes.packet} pathLength={100} /> : null}
          {ends.map(([x, y]) => (
            <g key={`${x} ${y}`}>
              <circle cx={x} cy={y} r="11" className={classes.halo} />
              <circle cx={x} cy={y} r="5" className={classes.node} />
            </g>
          ))}
        </g>
      ))}
    </svg>
  )
}
