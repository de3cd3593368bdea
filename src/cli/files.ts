import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StartError } from './command.ts'

/** Finds out whether a file can be read, before the database is opened for it. @throws StartError */
export async function checkReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((error: Error) => {
    throw new StartError(`The file ${file} cannot be read: ${error.message}`)
  })
}

/** Finds out whether a file can be written, before what goes into it is read. @throws StartError */
export async function checkPlace(file: string): Promise<void> {
  if ((await stat(file).catch(() => undefined))?.isDirectory()) {
    throw new StartError(`The file ${file} cannot be written: it is a directory.`)
  }
  await access(dirname(resolve(file)), constants.W_OK).catch((error: Error) => {
    throw new StartError(`The file ${file} cannot be written: ${error.message}`)
  })
}
