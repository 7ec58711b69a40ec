/** What the service worker keeps for when there is no network. */
export interface OfflineFiles {
  /** Changes when any of the files does. */
  readonly version: string;
  /** Paths beside the page. */
  readonly names: readonly string[];
}
