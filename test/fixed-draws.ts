import fc from 'fast-check'
import { SHORT_SEED } from './chance.ts'
import { isLong } from './long.ts'

// Failures of the long form name the seed that was drawn for them.
if (!isLong) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SHORT_SEED })
