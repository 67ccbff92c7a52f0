import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { wifiStacks } from '@trunkline/contract/resources/device-enums'
import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Command } from '@trunkline/contract/resources/device-command'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash, type Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import { DevicePage } from '../lan/device-page.tsx'
import { RowTable } from '../lan/row-table.tsx'
import { useDevice } from '../lan/use-device.ts'
import { accessPaths } from './access-paths.ts'
import { entryErrorText } from './entry-error-text.ts'
import { RawForm } from './raw-form.tsx'
import { ownerOf, plainComment, rawKey, rowText, shadowsOf } from './raw-text.ts'
import { useControllers } from './use-controllers.ts'
import classes from './wifi-access.module.css'

/** The access list on one controller, in its order: the panel's rows, and those of the device's owner. */
export default function DeviceAccessList() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const of = useDevice()
  const { hardwareId, siteId } = of
  const question = useQuestion()
  const list = useReading(capsmanAccessList.index, { params: { id: hardwareId } }, { enabled: of.ready })
  const controllers = useControllers(siteId)
  /** The key of the row that is edited, or the Wi-Fi system of a new one. */
  const [edited, setEdited] = useState<string>()
  const onEnd = (command: Command) => command.state === 'done' && setEdited(undefined)
  const add = useDeviceCommand(capsmanAccessList.store, { onEnd })
  const set = useDeviceCommand(capsmanAccessList.update, { onEnd })
  const remove = useDeviceCommand(capsmanAccessList.destroy)
  const last = [add, set, remove].reduce((one, other) => ((other.id ?? 0) > (one.id ?? 0) ? other : one))
  const params = { id: hardwareId }
  const rows = list.rows
  const shadows = shadowsOf(rows ?? [])
  const own = controllers?.filter((one) => one.hardware_id === hardwareId).map(({ stack }) => stack) ?? []
  // Controller and radios of the new system share one list, which is shown as that of the controller.
  const stacks = wifiStacks.filter(
    (stack) =>
      rows?.some((row) => row.stack === stack) ||
      (own.includes(stack) && !(stack === 'local-wifi' && own.includes('wifi-capsman'))),
  )
  const close = () => setEdited(undefined)

  const move = (siblings: readonly RawAccessRow[], row: RawAccessRow, direction: 'up' | 'down') => {
    const index = siblings.indexOf(row)
    const before = siblings[direction === 'up' ? index - 1 : index + 2]?.id ?? null
    const { id, stack, mac, action, position } = row
    void set
      .ask({ params, body: { id, stack, before, seen: { mac, action, position } } })
      .catch((error: unknown) => notify.error(entryErrorText(error, t)))
  }
  const confirmRemoval = (row: RawAccessRow) =>
    question.ask({
      title: t('wifi-access:raw.removeTitle'),
      text: rowText(row, t, language),
      confirmLabel: t('wifi-access:action.remove'),
      tone: 'danger',
      run: () => remove.ask({ params, query: { id: row.id, stack: row.stack, seen: JSON.stringify(row) } }),
      done: t('wifi:sent'),
    })

  const actionsOf = (siblings: readonly RawAccessRow[]) => (row: RawAccessRow) => {
    if (ownerOf(row) !== 'owner') return null
    const index = siblings.indexOf(row)
    const above = siblings[index - 1]
    // The rows of the panel stay first.
    const isFirst = above === undefined || ownerOf(above) !== 'owner'
    const isLast = index === siblings.length - 1
    const isEdited = edited === rawKey(row)
    const button = (
      label: string,
      Shape: Icon,
      onClick: () => void,
      { disabled = false, expanded }: { disabled?: boolean; expanded?: boolean } = {},
    ) => (
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('wifi-access:raw.actionOf', { action: label, position: row.position })}
          aria-disabled={disabled || undefined}
          data-disabled={disabled || undefined}
          aria-expanded={expanded}
          onClick={() => !disabled && onClick()}
        >
          <Shape size={16} />
        </ActionIcon>
      </Tooltip>
    )
    const up = () => move(siblings, row, 'up')
    const down = () => move(siblings, row, 'down')
    const toggle = () => setEdited(isEdited ? undefined : rawKey(row))
    return (
      <>
        {of.may(capsmanAccessList.update) ? (
          <>
            {button(t('wifi-access:move.up'), IconArrowUp, up, { disabled: isFirst })}
            {button(t('wifi-access:move.down'), IconArrowDown, down, { disabled: isLast })}
            {button(t('common:record.action.edit'), IconPencil, toggle, { expanded: isEdited })}
          </>
        ) : null}
        {of.may(capsmanAccessList.destroy)
          ? button(t('wifi-access:action.remove'), IconTrash, () => confirmRemoval(row))
          : null}
      </>
    )
  }

  const cardOf = (stack: RawAccessRow['stack']) => {
    const siblings = (rows ?? []).filter((row) => row.stack === stack)
    return (
      <Card
        key={stack}
        title={t(`wifi:stack.${stack}`)}
        actions={
          of.may(capsmanAccessList.store) ? (
            <Button
              variant="default"
              size="compact-md"
              leftSection={actionIcon(IconPlus)}
              onClick={() => setEdited(stack)}
            >
              {t('wifi-access:raw.add')}
            </Button>
          ) : null
        }
      >
        {edited === stack ? (
          <RawForm
            siblings={siblings}
            stack={stack}
            row={undefined}
            onSend={(body) => add.ask({ params, body: body as BodyInput<typeof capsmanAccessList.store> })}
            onClose={close}
          />
        ) : null}
        {siblings.length === 0 ? (
          edited === stack ? null : (
            <EmptyState title={t('wifi-access:raw.empty')} text={t('wifi-access:raw.emptyText')} />
          )
        ) : (
          <RowTable<RawAccessRow>
            label={t(`wifi:stack.${stack}`)}
            rows={siblings}
            idOf={rawKey}
            selected={edited}
            columns={[
              {
                key: 'summary',
                label: t('wifi-access:raw.rule'),
                render: (row) => (
                  <span className={classes.rule}>
                    <span className={classes.number}>{row.position}</span>
                    <span>
                      {rowText(row, t, language)}
                      {shadows.has(rawKey(row)) ? (
                        <span className={classes.error}>
                          {t('wifi-access:raw.shadowed', { position: shadows.get(rawKey(row))?.position })}
                        </span>
                      ) : null}
                    </span>
                  </span>
                ),
              },
              { key: 'owner', label: t('wifi-access:raw.owner'), render: (row) => <Owner of={row} siteId={siteId} /> },
              {
                key: 'matches',
                label: t('wifi-access:raw.matches'),
                align: 'end',
                render: (row) => row.match_count?.toLocaleString(language) ?? '–',
              },
              { key: 'comment', label: t('wifi-access:field.comment'), render: (row) => plainComment(row) || '–' },
            ]}
            actions={actionsOf(siblings)}
            below={(row) =>
              edited === rawKey(row) ? (
                <RawForm
                  siblings={siblings}
                  stack={stack}
                  row={row}
                  onSend={(body) => set.ask({ params, body: body as BodyInput<typeof capsmanAccessList.update> })}
                  onClose={close}
                />
              ) : null
            }
          />
        )}
      </Card>
    )
  }

  return (
    <DevicePage of={of} title={t('wifi-access:raw.title')}>
      {() =>
        list.error ? (
          <ErrorNotice error={list.error} retry={list.read} />
        ) : (
          <div className={layout.stack}>
            <p className={classes.text}>
              {t('wifi-access:raw.text')}{' '}
              <TextLink to={accessPaths.list(siteId)} underline="always">
                {t('wifi-access:form.toList')}
              </TextLink>
            </p>
            <Freshness
              readAt={list.readAt}
              readingError={list.readingError}
              reading={list.reading}
              onRead={list.read}
            />
            <CommandEnd of={last.command} onClose={last.clear} />
            {!rows ? (
              <Card>
                {list.readingError ? (
                  <EmptyState title={t('wifi-access:raw.neverRead')} />
                ) : (
                  <TableSkeleton rows={4} columns={3} rowHeight={44} />
                )}
              </Card>
            ) : stacks.length === 0 ? (
              <Card>
                <EmptyState title={t('wifi-access:raw.noWifi')} text={t('wifi-access:raw.noWifiText')} />
              </Card>
            ) : (
              stacks.map(cardOf)
            )}
            {question.dialog}
          </div>
        )
      }
    </DevicePage>
  )
}

/** Who created a row, with a link to its entry. */
function Owner({ of, siteId }: { of: RawAccessRow; siteId: number }) {
  const { t } = useTranslation()
  const owner = ownerOf(of)
  if (owner === 'owner') return t('wifi-access:raw.by.owner')
  const badge = (
    <StatusBadge tone={owner === 'router' ? 'neutral' : 'info'}>{t(`wifi-access:raw.by.${owner}`)}</StatusBadge>
  )
  if (of.access_control_id === null) return badge
  return (
    <TextLink to={accessPaths.update(siteId, of.access_control_id)} inherit>
      {badge}
    </TextLink>
  )
}
