/**
 * Waits for all of the work, also where some of it fails: none of it sends statements any more when the caller rolls
 * back.
 * @throws what failed first.
 */
export async function together<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  return await Promise.all(work).catch(async (error: unknown) => {
    await Promise.allSettled(work)
    throw error
  })
}
