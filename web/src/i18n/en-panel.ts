import common from './common/texts.en.ts'
import detail from '../detail/texts.en.ts'
import form from '../form/texts.en.ts'
import list from '../list/texts.en.ts'
import panel from '../shell/panel/texts.en.ts'

const titles = import.meta.glob<Record<string, string>>('../screens/*/titles.en.ts', { eager: true, import: 'default' })

/** The texts of the rooms, which come with their screens. */
export const featureTexts = import.meta.glob<object>(['../screens/*/texts.en.ts', '!../screens/access/*'], {
  import: 'default',
})

/**
 * The frame behind the sign-in with the titles of its pages, what several features say, and the list, form and detail that
 * its screens are made of.
 */
export default {
  common,
  detail,
  form,
  list,
  panel: { ...panel, title: Object.assign({}, ...Object.values(titles)) as Record<string, string> },
}
