import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  tags: 'Tags',
  tagCreate: 'Tag anlegen',
  tagUpdate: 'Tag bearbeiten',
} satisfies Shape<typeof en>
