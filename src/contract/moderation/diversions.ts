// What changes the way of a text beside the model: lists and the record of its author. Its words stand in the log of decisions.

/**
 * `listed`: a list of the platform holds it. `first posts`: its author has too few published posts. `trusted`: the record of the author
 * lets it pass. `sample of trusted`: it would pass by that record, and a person looks at a share of such texts.
 */
export type Diversion = 'listed' | 'first posts' | 'trusted' | 'sample of trusted'
