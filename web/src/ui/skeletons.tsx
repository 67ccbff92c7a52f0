import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from '../i18n/use-translation.ts'
import { useDelayed } from './delayed.ts'
import classes from './skeletons.module.css'

const widths = ['70%', '45%', '60%', '35%', '55%']
const Bar = ({ width, height = 12 }: { width: string; height?: number }) => (
  <span className={classes.bar} style={{ inlineSize: width, blockSize: height }} />
)

function Shell({ className, children }: { className?: string | undefined; children: React.ReactNode }) {
  const { t } = useTranslation()
  const late = useDelayed(true)
  return (
    <div aria-busy="true">
      {late ? (
        <>
          <VisuallyHidden role="status">{t('ui:loading')}</VisuallyHidden>
          <div className={className} aria-hidden="true">
            {children}
          </div>
        </>
      ) : null}
    </div>
  )
}

/** Placeholder rows; nothing for the first 150 ms. */
export function TableSkeleton({
  rows = 8,
  columns = 5,
  rowHeight = 44,
}: {
  rows?: number
  columns?: number
  rowHeight?: number
}) {
  return (
    <Shell>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row} style={{ blockSize: rowHeight }}>
          {Array.from({ length: columns }, (_, column) => (
            <span key={column}>
              <Bar width={widths[(row + column * 2) % widths.length] ?? '50%'} />
            </span>
          ))}
        </div>
      ))}
    </Shell>
  )
}

/** Placeholders for a form. */
export function FormSkeleton({ fields = 6 }: { fields?: number }) {
  return (
    <Shell className={classes.fields}>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className={classes.field}>
          <Bar width="120px" />
          <Bar width="100%" height={36} />
        </div>
      ))}
    </Shell>
  )
}

/** Placeholders for facts. */
export function DetailSkeleton({ facts = 8 }: { facts?: number }) {
  return (
    <Shell className={classes.facts}>
      {Array.from({ length: facts }, (_, index) => (
        <div key={index} className={classes.field}>
          <Bar width="80px" />
          <Bar width={widths[index % widths.length] ?? '50%'} height={14} />
        </div>
      ))}
    </Shell>
  )
}
