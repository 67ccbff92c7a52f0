import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by the screen of the settings.
teachSentences('installation:refusal', english)
