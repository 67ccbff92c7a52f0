import { ActionIcon, Button, Menu, Popover, Tooltip } from '@mantine/core'
import {
  IconBookmark,
  IconColumns3,
  IconDownload,
  IconFilter,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { maxXlsxRows, type ExportFormat } from '@trunkline/contract/list'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadChunk } from '../api/chunk.ts'
import { regional } from '../ui/zone.ts'
import { SearchBox } from './search-box.tsx'
import classes from './list.module.css'

const PanelDrawer = lazy(() => loadChunk(() => import('./panel-drawer.tsx')))

/** A button with a panel: a popover on a wide screen, a drawer on a narrow one. */
function Panel({
  opened,
  onChange,
  label,
  icon,
  narrow,
  title,
  children,
  iconOnly = false,
  count,
}: {
  opened: boolean
  onChange: (opened: boolean) => void
  label: string
  icon: ReactNode
  narrow: boolean
  title: string
  iconOnly?: boolean
  count?: number
  children: ReactNode
}) {
  const { t } = useTranslation()
  const inside = <Suspense fallback={<div className={classes.panelWait}>{t('ui:loading')}</div>}>{children}</Suspense>
  const toggle = () => onChange(!opened)
  const button = iconOnly ? (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      aria-expanded={opened}
      aria-haspopup="dialog"
      onClick={toggle}
    >
      {icon}
    </ActionIcon>
  ) : (
    <Button
      variant="default"
      size="sm"
      leftSection={icon}
      aria-expanded={opened}
      aria-haspopup="dialog"
      onClick={toggle}
    >
      {label}
      {count ? <span className={classes.badge}>{count}</span> : null}
    </Button>
  )
  if (narrow)
    return (
      <>
        {button}
        {opened ? (
          <Suspense fallback={null}>
            <PanelDrawer title={title} onClose={() => onChange(false)}>
              {inside}
            </PanelDrawer>
          </Suspense>
        ) : null}
      </>
    )
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
      width={300}
    >
      <Popover.Target>
        {iconOnly ? (
          <Tooltip label={label} disabled={opened}>
            {button}
          </Tooltip>
        ) : (
          button
        )}
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={title}>
        {opened ? inside : null}
      </Popover.Dropdown>
    </Popover>
  )
}

type TrashMode = 'without' | 'with' | 'only'

function TrashMenu({ trash, onTrash }: { trash: TrashMode; onTrash: (trash: TrashMode) => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Tooltip label={t('list:trash.button')}>
          <ActionIcon variant={trash === 'without' ? 'default' : 'light'} size={36} aria-label={t('list:trash.button')}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={trash} onChange={(value) => onTrash(value as TrashMode)}>
          {(['without', 'with', 'only'] as const).map((mode) => (
            <Menu.RadioItem key={mode} value={mode}>
              {t(`list:trash.${mode}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

function ExportMenu({
  total,
  exporting,
  onExport,
}: {
  /** The number of rows, if known. */
  total: number | undefined
  exporting: boolean
  onExport: (format: ExportFormat) => void
}) {
  const { t, i18n } = useTranslation()
  const tooLarge = (total ?? 0) > maxXlsxRows
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Tooltip label={t('list:export.button')}>
          <ActionIcon variant="default" size={36} aria-label={t('list:export.button')} loading={exporting}>
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onExport('csv')}>{t('list:export.csv')}</Menu.Item>
        <Menu.Item disabled={tooLarge} onClick={() => onExport('xlsx')}>
          {tooLarge
            ? t('list:export.tooLarge', { max: maxXlsxRows.toLocaleString(regional(i18n.language)) })
            : t('list:export.xlsx')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type PanelName = 'filter' | 'views' | 'columns'

/** Search, filters, saved views, columns, trash, export and the live switch of a list. */
export function ListToolbar({
  narrow,
  covered,
  text,
  onSearch,
  filterCount,
  filterPanel,
  viewPanel,
  columnPanel,
  trash,
  onTrash,
  onExport,
  total,
  exporting,
  paused,
  onPause,
}: {
  narrow: boolean
  /** The selection bar covers it. */
  covered: boolean
  text: string
  onSearch: (text: string, how: { replace: boolean }) => void
  filterCount: number
  /** Undefined where nothing can be filtered. */
  filterPanel: ((close: () => void) => ReactNode) | undefined
  viewPanel: (close: () => void) => ReactNode
  columnPanel: ReactNode
  /** Undefined where the resource has no trash. */
  trash: 'without' | 'with' | 'only' | undefined
  onTrash: (trash: 'without' | 'with' | 'only') => void
  onExport: (format: ExportFormat) => void
  /** The number of rows, if known. */
  total: number | undefined
  exporting: boolean
  paused: boolean
  onPause: (paused: boolean) => void
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<PanelName | null>(null)
  const panel = (name: PanelName) => ({
    narrow,
    opened: open === name,
    onChange: (opened: boolean) => setOpen(opened ? name : null),
  })
  const close = () => setOpen(null)
  return (
    <div className={classes.toolbar} inert={covered} role="group" aria-label={t('list:toolbar')}>
      <SearchBox value={text} onSearch={onSearch} />
      <div className={classes.tools}>
        {filterPanel ? (
          <Panel
            {...panel('filter')}
            label={t('list:filter.button')}
            title={t('list:filter.title')}
            icon={<IconFilter size={16} aria-hidden="true" />}
            count={filterCount}
          >
            {filterPanel(close)}
          </Panel>
        ) : null}
        <Panel
          {...panel('views')}
          label={t('list:views.button')}
          title={t('list:views.title')}
          icon={<IconBookmark size={16} aria-hidden="true" />}
          iconOnly={narrow}
        >
          {viewPanel(close)}
        </Panel>
        {trash ? <TrashMenu trash={trash} onTrash={onTrash} /> : null}
        {narrow ? null : (
          <Panel
            {...panel('columns')}
            label={t('list:columns.button')}
            title={t('list:columns.title')}
            icon={<IconColumns3 size={16} />}
            iconOnly
          >
            {columnPanel}
          </Panel>
        )}
        <ExportMenu total={total} exporting={exporting} onExport={onExport} />
        <Tooltip label={t(paused ? 'list:live.resume' : 'list:live.pause')}>
          <ActionIcon
            variant={paused ? 'light' : 'default'}
            size={36}
            aria-label={t(paused ? 'list:live.resume' : 'list:live.pause')}
            aria-pressed={paused}
            onClick={() => onPause(!paused)}
          >
            {paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}
