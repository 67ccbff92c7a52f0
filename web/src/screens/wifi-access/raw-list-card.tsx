import { Button } from '@mantine/core'
import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { RowTable } from '../lan/row-table.tsx'
import type { PageDevice } from '../lan/use-device.ts'
import { accessPaths } from './access-paths.ts'
import { RawForm } from './raw-form.tsx'
import { RawRowActions } from './raw-row-actions.tsx'
import { ownerOf, plainComment, rawKey, rowText, shadowsOf } from './raw-text.ts'
import type { RawList } from './use-raw-list.ts'
import classes from './wifi-access.module.css'

/** The access list of one Wi-Fi system of a controller, with the form of a new row and those of known ones. */
export function RawListCard({ of, list, stack }: { of: PageDevice; list: RawList; stack: RawAccessRow['stack'] }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const { edited, setEdited } = list
  const siblings = list.rows.filter((row) => row.stack === stack)
  const shadows = shadowsOf(list.rows)
  const close = () => setEdited(undefined)
  return (
    <Card
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
        <RawForm siblings={siblings} stack={stack} row={undefined} onSend={list.add} onClose={close} />
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
            {
              key: 'owner',
              label: t('wifi-access:raw.owner'),
              render: (row) => <Owner of={row} siteId={of.device?.site_id ?? null} />,
            },
            {
              key: 'matches',
              label: t('wifi-access:raw.matches'),
              align: 'end',
              render: (row) => row.match_count?.toLocaleString(language) ?? '–',
            },
            { key: 'comment', label: t('wifi-access:field.comment'), render: (row) => plainComment(row) || '–' },
          ]}
          actions={(row) => <RawRowActions row={row} siblings={siblings} list={list} may={of.may} />}
          below={(row) =>
            edited === rawKey(row) ? (
              <RawForm siblings={siblings} stack={stack} row={row} onSend={list.set} onClose={close} />
            ) : null
          }
        />
      )}
    </Card>
  )
}

/** Who created a row, with a link to its entry. */
function Owner({ of, siteId }: { of: RawAccessRow; siteId: number | null }) {
  const { t } = useTranslation()
  const owner = ownerOf(of)
  if (owner === 'owner') return t('wifi-access:raw.by.owner')
  const badge = (
    <StatusBadge tone={owner === 'router' ? 'neutral' : 'info'}>{t(`wifi-access:raw.by.${owner}`)}</StatusBadge>
  )
  if (of.access_control_id === null || siteId === null) return badge
  return (
    <TextLink to={accessPaths.update(siteId, of.access_control_id)} inherit>
      {badge}
    </TextLink>
  )
}
