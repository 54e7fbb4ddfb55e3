import { accessSync, constants, mkdirSync } from 'node:fs'
import { refusal } from './refusal.ts'

/** Makes the data folder where it is missing, and says plainly when it cannot be used. */
export function ensureDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw refusal(
      `The data folder ${dataDir} cannot be written to; perhaps it belongs to another user.\n` +
        'Start as that user, or choose another folder: DATA_DIR=./data-2 npm start',
    )
  }
}
