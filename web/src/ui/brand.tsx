/** The logo: a trunk with branching lines. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-accent-8)" />
      <path
        d="M7 10.5h18M16 10.5V25M16 17.5h5.5a3 3 0 0 1 3 3V25M16 17.5h-5.5a3 3 0 0 0-3 3V25"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
