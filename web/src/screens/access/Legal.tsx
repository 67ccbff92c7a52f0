import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { installation } from '@trunkline/contract/resources/installation'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { PageIntro, ReadingLayout } from './access-layout.tsx'
import { legalText, paragraphs, type LegalTexts } from './legal-text.ts'
import classes from './reading.module.css'

const kinds = ['terms', 'privacy'] as const

function LegalText({ texts, kind }: { texts: LegalTexts; kind: (typeof kinds)[number] }) {
  const { t, i18n } = useTranslation('access')
  const found = legalText(texts, kind, i18n.language)
  if (!found) return <p className={classes.none}>{t('legal.none')}</p>
  return (
    <>
      {found.lang === i18n.language ? null : <p className={classes.none}>{t('legal.otherLanguage')}</p>}
      <div className={classes.legal} lang={found.lang}>
        {paragraphs(found.text).map((text, index) => (
          <p key={index}>{text}</p>
        ))}
      </div>
    </>
  )
}

/** Terms and privacy, as the provider has set them. The open tab is in the address. */
export default function Legal() {
  const { t } = useTranslation('access')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(installation.legal, {}, { staleTime: 5 * 60_000 })
  const open = tab === 'privacy' ? 'privacy' : 'terms'
  const choose = (next: string | null) =>
    void navigate({
      to: '.',
      search: { tab: next === 'privacy' ? next : undefined } as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <ReadingLayout>
      <PageIntro title={t('title.legal')} />
      <Tabs value={open} onChange={choose} mt="lg">
        <Tabs.List>
          {kinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {t(`legal.${kind}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {kinds.map((kind) => (
          <Tabs.Panel key={kind} value={kind} pt="lg">
            {error ? (
              <ErrorNotice error={error} retry={() => void refetch()} inline />
            ) : data ? (
              <LegalText texts={data.data} kind={kind} />
            ) : (
              <DetailSkeleton facts={3} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </ReadingLayout>
  )
}
