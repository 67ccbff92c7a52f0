import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { wifiStacks } from '@trunkline/contract/resources/device-enums'
import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Command } from '@trunkline/contract/resources/device-command'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
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
import { behind, RawForm } from './raw-form.tsx'
import { emptyRaw, rawValues } from './raw-values.ts'
import { ownerOf, plainComment, rawKey, rowWords, shadowsOf } from './raw-words.ts'
import { refusalText } from './refusal-text.ts'
import { useControllers } from './use-controllers.ts'
import classes from './wifi-access.module.css'

type Stack = RawAccessRow['stack']

/** The access list of one controller as it stands there, in its order: the panel's rows among those of its owner. */
export default function RawList() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const of = useDevice()
  const { hardwareId, siteId } = of
  const question = useQuestion()
  const list = useReading(capsmanAccessList.index, { params: { id: hardwareId } }, { enabled: of.ready })
  const controllers = useControllers(siteId)
  /** Key of the row that is edited, or the system that a new one is for. */
  const [edited, setEdited] = useState<string>()
  const onEnd = (command: Command) => command.state === 'done' && setEdited(undefined)
  const add = useDeviceCommand(capsmanAccessList.store, { onEnd })
  const set = useDeviceCommand(capsmanAccessList.update, { onEnd })
  const remove = useDeviceCommand(capsmanAccessList.destroy)
  const last = [add, set, remove].reduce((one, other) => ((other.id ?? 0) > (one.id ?? 0) ? other : one))
  const params = { id: hardwareId }
  const rows = list.rows
  const shadows = shadowsOf(rows ?? [])
  const here = controllers?.filter((one) => one.hardware_id === hardwareId).map(({ stack }) => stack) ?? []
  // Controller and radios of the new system have one list in common, which is called after the controller.
  const stacks = wifiStacks.filter(
    (stack) =>
      rows?.some((row) => row.stack === stack) ||
      (here.includes(stack) && !(stack === 'local-wifi' && here.includes('wifi-capsman'))),
  )
  const words = (row: RawAccessRow) => rowWords(row, t, language)

  const move = (siblings: readonly RawAccessRow[], row: RawAccessRow, way: 'up' | 'down') => {
    const at = siblings.indexOf(row)
    const before = way === 'up' ? siblings[at - 1]?.id : siblings[at + 2]?.id
    const seen = { mac: row.mac, action: row.action, position: row.position }
    void set
      .ask({ params, body: { id: row.id, stack: row.stack, before: before ?? null, seen } })
      .catch((error: unknown) => notify.error(refusalText(error, t)))
  }
  const askRemove = (row: RawAccessRow) =>
    question.ask({
      title: t('wifi-access:raw.removeTitle'),
      text: t('wifi-access:raw.removeText', { words: words(row) }),
      confirmLabel: t('wifi-access:remove'),
      tone: 'danger',
      run: () => remove.ask({ params, query: { id: row.id, stack: row.stack, seen: JSON.stringify(row) } }),
      done: t('wifi-access:raw.asked'),
    })

  const actionsOf = (siblings: readonly RawAccessRow[]) => (row: RawAccessRow) => {
    if (ownerOf(row) !== 'owner') return null
    const at = siblings.indexOf(row)
    const above = siblings[at - 1]
    // The panel's rows stand first, and stay there.
    const mayUp = above !== undefined && ownerOf(above) === 'owner'
    const mayDown = at < siblings.length - 1
    const icon = (
      label: string,
      Sign: typeof IconTrash,
      press: () => void,
      { off = false, expanded }: { off?: boolean; expanded?: boolean } = {},
    ) => (
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('wifi-access:raw.actionOf', { action: label, place: row.position })}
          aria-disabled={off || undefined}
          data-disabled={off || undefined}
          {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
          onClick={() => !off && press()}
        >
          <Sign size={16} />
        </ActionIcon>
      </Tooltip>
    )
    return (
      <>
        {of.may(capsmanAccessList.update) ? (
          <>
            {icon(t('wifi-access:move.up'), IconArrowUp, () => move(siblings, row, 'up'), { off: !mayUp })}
            {icon(t('wifi-access:move.down'), IconArrowDown, () => move(siblings, row, 'down'), { off: !mayDown })}
            {icon(
              t('wifi-access:edit'),
              IconPencil,
              () => setEdited(edited === rawKey(row) ? undefined : rawKey(row)),
              { expanded: edited === rawKey(row) },
            )}
          </>
        ) : null}
        {of.may(capsmanAccessList.destroy) ? icon(t('wifi-access:remove'), IconTrash, () => askRemove(row)) : null}
      </>
    )
  }

  const cardOf = (stack: Stack) => {
    const siblings = (rows ?? []).filter((row) => row.stack === stack)
    return (
      <Card
        key={stack}
        title={t(`wifi-access:stack.${stack}`)}
        actions={
          of.may(capsmanAccessList.store) ? (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
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
            row={undefined}
            start={emptyRaw(stack)}
            onSend={(body) => add.ask({ params, body: body as BodyInput<typeof capsmanAccessList.store> })}
            onNothing={() => setEdited(undefined)}
            onCancel={() => setEdited(undefined)}
          />
        ) : null}
        {siblings.length === 0 ? (
          edited === stack ? null : (
            <EmptyState title={t('wifi-access:raw.empty')} text={t('wifi-access:raw.emptyText')} />
          )
        ) : (
          <RowTable<RawAccessRow>
            label={t(`wifi-access:stack.${stack}`)}
            rows={siblings}
            idOf={rawKey}
            selected={edited}
            columns={[
              {
                key: 'words',
                label: t('wifi-access:raw.row'),
                render: (row) => (
                  <span className={classes.rawRow}>
                    <span className={classes.number}>{row.position}</span>
                    <span className={classes.two}>
                      <span>{words(row)}</span>
                      {shadows.has(rawKey(row)) ? (
                        <span className={classes.warn}>
                          {t('wifi-access:raw.shadowed', { place: shadows.get(rawKey(row))?.position })}
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
                render: (row) => (row.match_count === null ? '–' : row.match_count.toLocaleString(language)),
              },
              { key: 'comment', label: t('wifi-access:field.comment'), render: (row) => plainComment(row) || '–' },
            ]}
            actions={actionsOf(siblings)}
            below={(row) =>
              edited === rawKey(row) ? (
                <RawForm
                  siblings={siblings}
                  row={row}
                  start={rawValues(row, behind(siblings, row))}
                  onSend={(body) => set.ask({ params, body: body as BodyInput<typeof capsmanAccessList.update> })}
                  onNothing={() => setEdited(undefined)}
                  onCancel={() => setEdited(undefined)}
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
          <div className={classes.stack}>
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

/** Whose a row is, with the way to where it is changed. */
function Owner({ of, siteId }: { of: RawAccessRow; siteId: number }) {
  const { t } = useTranslation()
  const owner = ownerOf(of)
  if (owner === 'owner') return <span>{t('wifi-access:raw.by.owner')}</span>
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
