import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by the screen, whose calls answer these sentences.
teachSentences('address-history:refusal', english)
