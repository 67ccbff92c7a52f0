import { ActionIcon, Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from '../i18n/use-translation.ts'
import { announce } from '../ui/announcer.tsx'
import { moveColumn, shownFields, toggleColumn, type ColumnChoice } from './columns.ts'
import { densities, type Density } from './density.ts'
import classes from './list.module.css'

/** Which columns, in what order, and how high the rows are. Works by keyboard alone: a checkbox and two arrows a column. */
export default function ColumnPanel({
  choice,
  header,
  onChange,
  onReset,
  density,
  onDensity,
}: {
  choice: ColumnChoice
  header: (field: string) => string
  onChange: (choice: ColumnChoice) => void
  onReset: () => void
  density: Density
  /** Absent where touch forces the largest. */
  onDensity: ((density: Density) => void) | undefined
}) {
  const { t } = useTranslation()
  const move = (field: string, by: -1 | 1) => {
    const next = moveColumn(choice, field, by)
    onChange(next)
    announce(
      t('list:columns.moved', {
        column: header(field),
        place: next.order.indexOf(field) + 1,
        count: next.order.length,
      }),
    )
  }
  return (
    <div className={classes.panel}>
      {onDensity ? (
        <div className={classes.panelPart}>
          <span className={classes.panelTitle}>{t('list:density.title')}</span>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('list:density.title')}
            value={density}
            onChange={(value) => onDensity(value as Density)}
            data={Object.keys(densities).map((value) => ({ value, label: t(`list:density.${value}`) }))}
          />
        </div>
      ) : null}
      <div className={classes.panelPart}>
        <div className={classes.panelHead}>
          <span className={classes.panelTitle}>{t('list:columns.title')}</span>
          <Button variant="subtle" size="compact-xs" onClick={onReset}>
            {t('list:columns.reset')}
          </Button>
        </div>
        <ul className={classes.columnList}>
          {choice.order.map((field, index) => (
            <li key={field}>
              <Checkbox
                size="sm"
                label={header(field)}
                checked={shownFields(choice).includes(field)}
                disabled={index === 0}
                onChange={() => onChange(toggleColumn(choice, field))}
              />
              <span className={classes.columnMoves}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  disabled={index === 0}
                  aria-label={t('list:columns.up', { column: header(field) })}
                  onClick={() => move(field, -1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  disabled={index === choice.order.length - 1}
                  aria-label={t('list:columns.down', { column: header(field) })}
                  onClick={() => move(field, 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
