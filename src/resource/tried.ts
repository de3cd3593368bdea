/**
 * What `work` finds out, all of which is undone: a preview is the write itself, but that it did not happen.
 * @param within runs work in a transaction or savepoint, and undoes it where that throws.
 * @throws what `work` throws.
 */
export async function tried<Inner, Found>(
  within: (work: (inner: Inner) => Promise<never>) => Promise<unknown>,
  work: (inner: Inner) => Promise<Found>,
): Promise<Found> {
  const undo = new Error('Only tried.')
  let found: Found
  try {
    await within(async (inner) => {
      found = await work(inner)
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return found!
}
