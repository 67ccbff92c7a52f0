import { Modal } from '@mantine/core'
import type { BackupRow } from '@trunkline/contract/resources/device-backup'
import { useTranslation } from '../../i18n/use-translation.ts'
import layout from '../../ui/layout.module.css'
import { Time } from '../../ui/time.tsx'

/** What others than the panel changed on a device before a stored configuration, and who was logged in. */
export function OutsideDialog({ row, onClose }: { row: BackupRow; onClose: () => void }) {
  const { t } = useTranslation()
  const text = (key: string) => t(`hardware:backup.outside.${key}`)
  const { outside } = row
  if (outside === null) return null
  return (
    <Modal opened onClose={onClose} size="lg" title={text('title')} closeButtonProps={{ 'aria-label': t('ui:close') }}>
      <p>{text(outside.certain ? 'certain' : 'uncertain')}</p>
      <h3>{text('changes')}</h3>
      {outside.changes.length === 0 ? (
        <p className={layout.quiet}>{text('noChanges')}</p>
      ) : (
        <div className={layout.scroll} role="group" aria-label={text('changes')} tabIndex={0}>
          <table className={layout.table}>
            <thead>
              <tr>
                <th scope="col">{text('at')}</th>
                <th scope="col">{text('by')}</th>
                <th scope="col">{text('action')}</th>
              </tr>
            </thead>
            <tbody>
              {outside.changes.map(({ at, by, action }, place) => (
                <tr key={place}>
                  <td>
                    <Time value={at} />
                  </td>
                  <th scope="row">{by}</th>
                  <td>{action}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h3>{text('logins')}</h3>
      {outside.logins.length === 0 ? (
        <p className={layout.quiet}>{text('noLogins')}</p>
      ) : (
        <div className={layout.scroll} role="group" aria-label={text('logins')} tabIndex={0}>
          <table className={layout.table}>
            <thead>
              <tr>
                <th scope="col">{text('name')}</th>
                <th scope="col">{text('via')}</th>
                <th scope="col">{text('address')}</th>
                <th scope="col">{text('from')}</th>
                <th scope="col">{text('until')}</th>
              </tr>
            </thead>
            <tbody>
              {outside.logins.map(({ name, via, address, from, until }, place) => (
                <tr key={place}>
                  <th scope="row">{name}</th>
                  <td>{via}</td>
                  <td>{address}</td>
                  <td>
                    <Time value={from} />
                  </td>
                  <td>{until === null ? text('stillIn') : <Time value={until} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  )
}
