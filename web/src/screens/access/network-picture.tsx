import classes from './access.module.css'

/** Branches of the picture: path, end points, and whether an animated packet runs along it. */
const branches: readonly { path: string; ends: readonly (readonly [number, number])[]; runs?: boolean }[] = [
  { path: 'M150 660V190', ends: [[150, 190]], runs: true },
  { path: 'M150 600V460a28 28 0 0 1 28-28H262a28 28 0 0 0 28-28V256', ends: [[290, 256]] },
  { path: 'M290 366a28 28 0 0 1 28-28H432a28 28 0 0 0 28-28V178', ends: [[460, 178]], runs: true },
  { path: 'M432 338a28 28 0 0 1 28 28h0a28 28 0 0 0 28 28H556', ends: [[556, 394]] },
  { path: 'M150 340a28 28 0 0 0-28-28H92a28 28 0 0 1-28-28V236', ends: [[64, 236]] },
  { path: 'M262 432H346a28 28 0 0 1 28 28V486', ends: [[374, 486]], runs: true },
  { path: 'M346 432H470', ends: [[470, 432]] },
]

/** A trunk line with branches, as in the logo. Decorative. */
export function NetworkPicture() {
  return (
    <svg
      className={classes.picture}
      viewBox="0 0 600 800"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M150 800V640" className={classes.trunk} />
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
