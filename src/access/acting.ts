/** Who acts, by initials. `isClaimed`: an app says so, with a grant that is of nobody in particular. */
export interface Acting {
  initials: string
  isClaimed: boolean
}
