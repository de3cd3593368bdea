import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StartError } from './command.ts'

/** Finds out whether a file can be read, before the database is opened for it. @throws StartError */
export async function checkReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((error: Error) => {
    throw new StartError(`The file ${file} cannot be read: ${error.message}`)
  })
  const other = await otherThanFile(file)
  if (other !== undefined) throw new StartError(`The file ${file} cannot be read: it is ${other}.`)
}

/** Finds out whether a file can be written, before what goes into it is read. @throws StartError */
export async function checkPlace(file: string): Promise<void> {
  const other = await otherThanFile(file)
  if (other !== undefined) throw new StartError(`The file ${file} cannot be written: it is ${other}.`)
  await access(dirname(resolve(file)), constants.W_OK).catch((error: Error) => {
    throw new StartError(`The file ${file} cannot be written: ${error.message}`)
  })
}

/** What is there in place of a regular file: a rename would replace it, and nothing of it can be read twice. */
async function otherThanFile(file: string): Promise<string | undefined> {
  const status = await stat(file).catch(() => undefined)
  if (!status || status.isFile()) return undefined
  return status.isDirectory() ? 'a directory' : 'no regular file'
}
