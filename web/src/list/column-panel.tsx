import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from '../i18n/use-translation.ts'
import { announce } from '../ui/announcer.tsx'
import { IconAction } from '../ui/icon-action.tsx'
import { moveColumn, shownFields, toggleColumn, type ColumnChoice } from './columns.ts'
import { densities, type Density } from './density.ts'
import classes from './list.module.css'

/** Visible columns, their order, and the row height. Usable by keyboard: a checkbox and two arrows per column. */
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
  /** Undefined where touch requires the largest height. */
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
                <IconAction
                  icon={IconArrowUp}
                  label={t('list:columns.up', { column: header(field) })}
                  size={24}
                  disabled={index === 0}
                  onClick={() => move(field, -1)}
                />
                <IconAction
                  icon={IconArrowDown}
                  label={t('list:columns.down', { column: header(field) })}
                  size={24}
                  disabled={index === choice.order.length - 1}
                  onClick={() => move(field, 1)}
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
