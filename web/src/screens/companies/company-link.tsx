import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import layout from '../../ui/layout.module.css'
import { useTranslation } from '../../i18n/use-translation.ts'

/** The name of a company, as a link for those who may view companies. `cell`: in the cell of a table. */
export function CompanyLink({
  id,
  name,
  cell = false,
}: {
  id: number | null | undefined
  name: string | null | undefined
  cell?: boolean
}) {
  const { t } = useTranslation()
  const can = useCan()
  if (!id || !name) return <NotSet label={t('ui:notSet')} />
  if (!can({ action: 'view', subject: 'companies' })) return name
  return (
    <TextLink to={paths.companies.summary(id)} inherit {...(cell ? { className: layout.cellLink } : {})}>
      {name}
    </TextLink>
  )
}
