import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by every screen that shows what became of a request to a NAS.
teachSentences('sessions:refusal', english)
